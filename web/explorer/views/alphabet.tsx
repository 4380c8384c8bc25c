// In charge of leafing through a list by its letters.

import type { TreeList } from '../../../client/src/index.ts';
import type { ListPlace } from '../address.ts';
import { lettersOf } from '../letters.ts';
import { Link } from '../parts/link.tsx';
import { useSurroundings } from '../parts/surroundings.ts';

/** None where there is one page only. */
export function Alphabet({ place, answer: { facets, pagination } }: { place: ListPlace; answer: TreeList }) {
  const { texts, number } = useSurroundings();
  const letters = lettersOf(facets?.initial ?? [], pagination);
  if (letters.length < 2 || pagination.totalPages < 2) return null;
  return (
    <nav class="alphabet" aria-label={texts.letters}>
      {letters.map(({ name, count, page, isHere }) => (
        <Link
          key={name}
          to={{ ...place, page }}
          title={texts.found(count, number(count))}
          {...(isHere && { 'aria-current': 'true' })}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
