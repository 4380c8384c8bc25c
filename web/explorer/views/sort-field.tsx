// In charge of choosing the order of the list.

import { type ListPlace, ORDERINGS, type Ordering } from '../address.ts';
import { useSurroundings } from '../parts/surroundings.ts';

const nameOf = ({ sort, order }: Ordering) => `${sort} ${order}`;
const BY_TITLE = 'title asc';

export function SortField({ place }: { place: ListPlace }) {
  const { texts, actions } = useSurroundings();
  const hasBest = place.search !== '';
  const initial = hasBest ? '' : BY_TITLE;
  const choose = (name: string) => {
    const ordering = name === initial ? null : (ORDERINGS.find((each) => nameOf(each) === name) ?? null);
    actions.go({ ...place, ordering, page: 1 }, { keepsFocus: true });
  };
  return (
    <div class="sort">
      <label for="sort">{texts.sort}</label>
      <select
        id="sort"
        value={place.ordering ? nameOf(place.ordering) : initial}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {hasBest && <option value="">{texts.bestMatch}</option>}
        {ORDERINGS.map((each) => (
          <option key={nameOf(each)} value={nameOf(each)}>
            {texts.orderings[each.sort][each.order === 'asc' ? 0 : 1]}
          </option>
        ))}
      </select>
    </div>
  );
}
