// In charge of saying which trees a picture is of: what they are narrowed by, each to be taken away, and the way to their list.

import { FILTERS, isNarrowed, listPlace, type WholePlace, wholePlace } from '../address.ts';
import { toggled } from '../choices.ts';
import { Link } from '../parts/link.tsx';
import { useSurroundings } from '../parts/surroundings.ts';
import { useValueName } from './filters.tsx';

/** Nothing where the picture is of all trees. */
export function Asked({ place, total }: { place: WholePlace; total: number }) {
  const { texts, actions, locale, number } = useSurroundings();
  const nameOf = useValueName();
  if (!isNarrowed(place)) return null;
  const { view, search, filters } = place;
  const chosen = [
    ...(search ? [{ name: texts.search, value: search, without: { ...place, search: '' } }] : []),
    ...FILTERS.flatMap((filter) =>
      filters[filter].map((value) => ({
        name: texts.filterNames[filter],
        value: nameOf(filter, value),
        without: toggled(place, filter, value),
      })),
    ),
  ];
  return (
    <div class="chips asked">
      <Link to={{ ...listPlace(locale), search, filters }}>{texts.found(total, number(total))}</Link>
      {chosen.map(({ name, value, without }) => (
        <button
          key={`${name} ${value}`}
          type="button"
          class="chip"
          aria-label={texts.remove(name, value)}
          onClick={() => actions.go(without)}
        >
          {name}: <strong>{value}</strong> <span aria-hidden="true">×</span>
        </button>
      ))}
      <button type="button" class="quiet-button" onClick={() => actions.go(wholePlace(view, locale))}>
        {texts.clear}
      </button>
    </div>
  );
}
