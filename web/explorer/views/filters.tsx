// In charge of the filters beside the list: each value with how many trees choosing it would find.

import { useRef, useState } from 'preact/hooks';
import type { TreeList } from '../../../client/src/index.ts';
import { regionName } from '../../../src/domain/regions.ts';
import { parseConservationStatus, parseMonth } from '../../../src/domain/vocabulary.ts';
import { FILTERS, type Filter, type ListPlace, listPlace } from '../address.ts';
import { type Choice, choicesOf, foremost, toggled } from '../choices.ts';
import { StatusCode } from '../parts/status.tsx';
import { useSurroundings } from '../parts/surroundings.ts';
import { monthName } from '../seasons.ts';

const FEW = 8;
const OPEN_AT_FIRST: Filter[] = ['family', 'conservationStatus'];

interface Props {
  place: ListPlace;
  facets: TreeList['facets'];
}

/** Folded away on a phone until it is asked for; beside the list on a wide screen, where it is always open. */
export function Filters({ place, facets }: Props) {
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
          <Group key={filter} filter={filter} place={place} facets={facets} />
        ))}
      </div>
    </aside>
  );
}

function Group({ filter, place, facets }: Props & { filter: Filter }) {
  const { texts, number } = useSurroundings();
  const [isWhole, setWhole] = useState(false);
  const choices = choicesOf(filter, facets?.[filter] ?? [], place.filters[filter]);
  const few = filter.endsWith('Season') ? 12 : FEW;
  const shown = isWhole ? choices : foremost(choices, few);
  // Once open it stays so: taking the last choice away must not hide where the visitor is.
  const wasOpen = useRef(OPEN_AT_FIRST.includes(filter));
  wasOpen.current ||= place.filters[filter].length > 0;
  if (choices.length === 0) return null;
  return (
    <details class="filter" open={wasOpen.current}>
      <summary>{texts.filterNames[filter]}</summary>
      <ul>
        {shown.map((choice) => (
          <Option key={choice.value} filter={filter} place={place} choice={choice} />
        ))}
      </ul>
      {choices.length > few && (
        <button type="button" class="quiet-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.showFewer : texts.showAll(number(choices.length))}
        </button>
      )}
    </details>
  );
}

function Option({ filter, place, choice }: { filter: Filter; place: ListPlace; choice: Choice }) {
  const { actions, number } = useSurroundings();
  const { value, count, isChosen } = choice;
  const status = filter === 'conservationStatus' && parseConservationStatus(value);
  return (
    <li>
      <label class="option">
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

function useValueName(): (filter: Filter, value: string) => string {
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
