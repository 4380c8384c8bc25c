// In charge of going from page to page of a list: to the next, to either end, or to any.

import type { Pagination } from '../../../client/src/index.ts';
import type { ChangesPlace, ListPlace } from '../address.ts';
import { Link } from '../parts/link.tsx';
import { useSurroundings } from '../parts/surroundings.ts';

interface Props {
  place: ListPlace | ChangesPlace;
  pagination: Pagination;
}

/** None beside a page that does not exist: what is shown there leads back. */
export function Pager({ place, pagination: { page, totalPages } }: Props) {
  const { texts } = useSurroundings();
  if (totalPages <= 1 || page > totalPages) return null;
  const to = (other: number) => ({ ...place, page: other });
  return (
    <nav class="pager" aria-label={texts.pages}>
      {page > 1 && (
        <>
          <Link to={to(1)} rel="first" aria-label={texts.first}>
            <span aria-hidden="true">⇤</span>
          </Link>
          <Link to={to(page - 1)} rel="prev">
            <span aria-hidden="true">←</span> {texts.previous}
          </Link>
        </>
      )}
      <PageField key={page} place={place} page={page} totalPages={totalPages} />
      {page < totalPages && (
        <>
          <Link to={to(page + 1)} rel="next">
            {texts.next} <span aria-hidden="true">→</span>
          </Link>
          <Link to={to(totalPages)} rel="last" aria-label={texts.last}>
            <span aria-hidden="true">⇥</span>
          </Link>
        </>
      )}
    </nav>
  );
}

function PageField({ place, page, totalPages }: { place: Props['place']; page: number; totalPages: number }) {
  const { texts, actions, number } = useSurroundings();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const chosen = Number(new FormData(event.currentTarget as HTMLFormElement).get('page'));
    if (chosen !== page) actions.go({ ...place, page: chosen });
  };
  return (
    <form class="page-field quiet" onSubmit={submit}>
      <label for="page">{texts.pageWord}</label>
      <input id="page" name="page" type="number" min="1" max={totalPages} required defaultValue={String(page)} />
      {texts.ofPages(number(totalPages))}
    </form>
  );
}
