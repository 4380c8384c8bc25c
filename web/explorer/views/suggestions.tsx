// In charge of asking what was meant by a search that found nothing.

import type { TreeList } from '../../../client/src/index.ts';
import type { ListPlace } from '../address.ts';
import { Link } from '../parts/link.tsx';
import { useSurroundings } from '../parts/surroundings.ts';

/** There even where it is empty: screen readers tell of what comes into a place that they know. */
export function Suggestions({ place, suggestions = [] }: { place: ListPlace; suggestions: TreeList['suggestions'] }) {
  return (
    <p class="suggestions" role="status">
      {suggestions.length > 0 && <Question place={place} suggestions={suggestions} />}
    </p>
  );
}

function Question({ place, suggestions }: { place: ListPlace; suggestions: string[] }) {
  const { texts, locale } = useSurroundings();
  const parts = new Intl.ListFormat(locale, { type: 'disjunction' }).formatToParts(suggestions);
  return (
    <>
      {texts.didYouMean}{' '}
      {parts.map(({ type, value }) =>
        type === 'element' ? <Link to={{ ...place, search: value, page: 1 }}>{value}</Link> : value,
      )}
      ?
    </>
  );
}
