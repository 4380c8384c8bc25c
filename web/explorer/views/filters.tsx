// In charge of the filters beside the list: each value with how many trees choosing it would find.

import { useRef, useState } from 'preact/hooks';
import type { TreeList } from '../../../client/src/index.ts';
import { regionName } from '../../../src/domain/regions/regions.ts';
import { fold, parseConservationStatus, parseMonth } from '../../../src/domain/vocabulary.ts';
import { FILTERS, type Filter, type ListPlace, listPlace } from '../address.ts';
import { type Choice, choicesOf, foremost, inSeenOrder, toggled } from '../choices.ts';
import { StatusCode } from '../parts/status.tsx';
import { useSurroundings } from '../parts/surroundings.ts';
import { monthName } from '../seasons.ts';

const FEW = 8;
const MANY = 12;
/** The service counts no more values of one filter. */
const MOST_COUNTED = 100;
const OPEN_AT_FIRST: Filter[] = ['family', 'conservationStatus'];

interface Props {
  place: ListPlace;
  facets: TreeList['facets'];
  /** The counts are those of another question. */
  isOld: boolean;
}

/** Folded away on a phone until it is asked for; beside the list on a wide screen, where it is always open. */
export function Filters({ place, facets, isOld }: Props) {
  const { texts } = useSurroundings();
  const [isOpen, setOpen] = useState(false);
  const count = FILTERS.reduce((sum, name) => sum + place.filters[name].length, 0);
  return (
    <aside class="filters" aria-label={texts.filters}>
      <button
        type="button"
        class="filters-switch"
        aria-expanded={isOpen}
        aria-controls="filters"
        onClick={() => setOpen(!isOpen)}
      >
        {texts.filters}
        {count > 0 && ` (${count})`}
      </button>
      <div id="filters" class={isOpen ? 'is-open' : ''}>
        {FILTERS.map((filter) => (
          <Group key={`${filter} ${place.locale}`} filter={filter} place={place} facets={facets} isOld={isOld} />
        ))}
      </div>
    </aside>
  );
}

function Group({ filter, place, facets, isOld }: Props & { filter: Filter }) {
  const { texts, number } = useSurroundings();
  const [isWhole, setWhole] = useState(false);
  const [typed, setTyped] = useState('');
  const choices = useSteadyChoices({ filter, place, facets, isOld });
  const few = filter.endsWith('Season') ? MANY : FEW;
  const foremostFew = foremost(choices, few);
  const isCut = (facets?.[filter]?.length ?? 0) >= MOST_COUNTED;
  const narrowed = useNarrowed(filter, choices, typed, isCut);
  const shown = narrowed ?? (isWhole ? choices : foremostFew);
  // Once open it stays so: taking the last choice away must not hide where the visitor is.
  const wasOpen = useRef(OPEN_AT_FIRST.includes(filter));
  wasOpen.current ||= place.filters[filter].length > 0;
  if (choices.length === 0) return null;
  return (
    <details class="filter" open={wasOpen.current}>
      <summary>{texts.filterNames[filter]}</summary>
      {choices.length > MANY && (
        <input
          type="search"
          class="filter-search"
          value={typed}
          placeholder={texts.searchWithin}
          aria-label={texts.searchIn(texts.filterNames[filter])}
          autocomplete="off"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <ul>
        {shown.map((choice) => (
          <Option key={choice.value} filter={filter} place={place} choice={choice} />
        ))}
      </ul>
      {narrowed?.length === 0 && <p class="quiet">{texts.noSuchValue}</p>}
      {!narrowed && foremostFew.length < choices.length && (
        <button type="button" class="quiet-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.showFewer : (isCut ? texts.showMost : texts.showAll)(number(choices.length))}
        </button>
      )}
    </details>
  );
}

/** They keep their places while one chooses among them; another search has others on top. */
function useSteadyChoices({ filter, place, facets, isOld }: Props & { filter: Filter }): Choice[] {
  const seen = useRef({ search: place.search, values: [] as string[] });
  if (!isOld && seen.current.search !== place.search) seen.current = { search: place.search, values: [] };
  const counts = facets?.[filter] ?? [];
  const choices = inSeenOrder(choicesOf(filter, counts, place.filters[filter]), seen.current.values);
  if (facets && !isOld) seen.current.values = choices.map(({ value }) => value);
  return choices;
}

/** Undefined where nothing is typed. What the service did not count may be meant all the same. */
function useNarrowed(filter: Filter, choices: Choice[], typed: string, isCut: boolean): Choice[] | undefined {
  const nameOf = useValueName();
  const wanted = fold(typed);
  if (wanted === '') return undefined;
  const names = choices.map((choice) => ({ choice, name: fold(nameOf(filter, choice.value)) }));
  const found = names.filter(({ name }) => name.includes(wanted)).map(({ choice }) => choice);
  const isKnown = names.some(({ name }) => name === wanted);
  const asTyped = { value: typed.trim(), count: undefined, isChosen: false };
  return isCut && !isKnown ? [...found, asTyped] : found;
}

function Option({ filter, place, choice }: { filter: Filter; place: ListPlace; choice: Choice }) {
  const { actions, number } = useSurroundings();
  const { value, count, isChosen } = choice;
  const status = filter === 'conservationStatus' && parseConservationStatus(value);
  return (
    <li>
      <label class={count === 0 ? 'option has-none' : 'option'}>
        <input
          type="checkbox"
          checked={isChosen}
          onChange={() => actions.go(toggled(place, filter, value), { keepsFocus: true })}
        />
        {status && <StatusCode status={status} />}
        <span class="option-name">
          <ValueName filter={filter} value={value} />
        </span>
        {count !== undefined && <span class="count">{number(count)}</span>}
      </label>
    </li>
  );
}

function ValueName({ filter, value }: { filter: Filter; value: string }) {
  return <>{useValueName()(filter, value)}</>;
}

export function useValueName(): (filter: Filter, value: string) => string {
  const { texts, locale } = useSurroundings();
  return (filter, value) => {
    const status = filter === 'conservationStatus' && parseConservationStatus(value);
    const month = filter.endsWith('Season') && parseMonth(value);
    if (status) return texts.statuses[status];
    if (month) return monthName(month, locale);
    return filter === 'distribution' ? regionName(value, locale) : value;
  };
}

/** What the list is narrowed by, each to be taken away. */
export function Chips({ place }: { place: ListPlace }) {
  const { texts, actions, locale } = useSurroundings();
  const nameOf = useValueName();
  const chosen = FILTERS.flatMap((filter) => place.filters[filter].map((value) => ({ filter, value })));
  if (chosen.length === 0) return null;
  return (
    <div class="chips">
      {chosen.map(({ filter, value }) => (
        <button
          key={`${filter} ${value}`}
          type="button"
          class="chip"
          aria-label={texts.remove(texts.filterNames[filter], nameOf(filter, value))}
          onClick={() => actions.go(toggled(place, filter, value))}
        >
          {texts.filterNames[filter]}: <strong>{nameOf(filter, value)}</strong> <span aria-hidden="true">×</span>
        </button>
      ))}
      <button type="button" class="quiet-button" onClick={() => actions.go(listPlace(locale))}>
        {texts.clear}
      </button>
    </div>
  );
}
