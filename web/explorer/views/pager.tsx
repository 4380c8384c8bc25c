// In charge of going from page to page of the list.

import type { Pagination } from '../../../client/src/index.ts';
import type { ChangesPlace, ListPlace } from '../address.ts';
import { Link } from '../parts/link.tsx';
import { useSurroundings } from '../parts/surroundings.ts';

export function Pager({ place, pagination }: { place: ListPlace | ChangesPlace; pagination: Pagination }) {
  const { texts, number } = useSurroundings();
  const { page, totalPages } = pagination;
  if (totalPages <= 1 && page === 1) return null;
  return (
    <nav class="pager" aria-label={texts.pages}>
      {page > 1 && (
        <Link to={{ ...place, page: Math.max(1, Math.min(page - 1, totalPages)) }} rel="prev">
          <span aria-hidden="true">←</span> {texts.previous}
        </Link>
      )}
      <span class="quiet">{texts.page(number(page), number(totalPages))}</span>
      {page < totalPages && (
        <Link to={{ ...place, page: page + 1 }} rel="next">
          {texts.next} <span aria-hidden="true">→</span>
        </Link>
      )}
    </nav>
  );
}
