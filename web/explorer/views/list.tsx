// In charge of the list: search, what was found, its order and its pages.

import { useRef, useState } from 'preact/hooks';
import type { TreeList } from '../../../client/src/index.ts';
import { type ListPlace, listPlace } from '../address.ts';
import { type Look, readLook } from '../look.ts';
import { canBeDrawn } from '../map/places.ts';
import { RichnessMap } from '../map/richness.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Link } from '../parts/link.tsx';
import { Recent } from '../parts/recent.tsx';
import { useSurroundings } from '../parts/surroundings.ts';
import { Alphabet } from './alphabet.tsx';
import { Card } from './card.tsx';
import { Download } from './download.tsx';
import { Chips, Filters } from './filters.tsx';
import { LookField } from './look-field.tsx';
import { Pager } from './pager.tsx';
import { RandomTree } from './random.tsx';
import { SearchField } from './search-field.tsx';
import { SortField } from './sort-field.tsx';
import { Suggestions } from './suggestions.tsx';
import { TreeTable } from './table.tsx';

interface Props {
  place: ListPlace;
  answer: TreeList | undefined;
  /** The answer is that of another place, and stands in. */
  isOld: boolean;
  isAsking: boolean;
}

export function ListView({ place, answer, isOld, isAsking }: Props) {
  const { texts, ownMap } = useSurroundings();
  const [look, setLook] = useState(readLook);
  const places = answer?.facets?.distribution ?? [];
  // Where nothing is found there is still a map to choose other regions on.
  const wasDrawn = useRef(false);
  wasDrawn.current ||= ownMap !== undefined || canBeDrawn(places);
  return (
    <div class={isOld ? 'list-view is-old' : 'list-view'}>
      <div class="list-head">
        <h1 tabIndex={-1}>{texts.trees}</h1>
        <SearchField place={place} />
      </div>
      <Filters place={place} facets={answer?.facets} isOld={isOld} />
      <section class="results" aria-label={texts.trees}>
        <div class="results-head">
          <Found answer={isOld ? undefined : answer} isAsking={isAsking} />
          {answer && !isOld && answer.pagination.total > 0 && <Download place={place} />}
          <LookField place={place} look={look} onLook={setLook} canBeDrawn={wasDrawn.current} />
          <CopyButton name={texts.copyLink} text={() => location.href} words={texts} />
          <SortField place={place} />
        </div>
        <Chips place={place} />
        {place.hasMap && wasDrawn.current && <RichnessMap place={place} counts={places} />}
        <Suggestions place={place} suggestions={isOld ? [] : answer?.suggestions} />
        {isOld && !isAsking && <p class="old-name">{texts.oldResults}</p>}
        {answer && !isOld && <Alphabet place={place} answer={answer} />}
        <Results place={place} answer={answer} look={look} />
        {answer && !isOld && <Pager place={place} pagination={answer.pagination} />}
        <p class="list-foot">
          {answer && !isOld && answer.pagination.total > 1 && (
            <RandomTree place={place} total={answer.pagination.total} />
          )}
        </p>
        <Recent />
      </section>
    </div>
  );
}

/** Spoken when it changes, so that a search is heard to narrow. */
function Found({ answer, isAsking }: { answer: TreeList | undefined; isAsking: boolean }) {
  const { texts, number } = useSurroundings();
  const total = answer?.pagination.total;
  return (
    <p class="found" role="status">
      {total === undefined ? isAsking && texts.loading : texts.found(total, number(total))}
    </p>
  );
}

function Results({ place, answer, look }: { place: ListPlace; answer: TreeList | undefined; look: Look }) {
  const { texts, locale } = useSurroundings();
  if (!answer) return null;
  if (answer.data.length > 0 && place.isTable) return <TreeTable place={place} trees={answer.data} look={look} />;
  if (answer.data.length > 0) {
    return (
      <ul class="cards">
        {answer.data.map((tree) => (
          <Card key={tree.slug} tree={tree} matches={answer.matches} />
        ))}
      </ul>
    );
  }
  if (answer.pagination.total > 0) return <NoSuchPage place={place} {...answer.pagination} />;
  return (
    <div class="nothing">
      <p>{texts.noneFound}</p>
      <p class="quiet">{texts.noneFoundHint}</p>
      <Link to={listPlace(locale)}>{texts.allTrees}</Link>
    </div>
  );
}

function NoSuchPage({ place, page, totalPages }: { place: ListPlace; page: number; totalPages: number }) {
  const { texts, number } = useSurroundings();
  return (
    <div class="nothing">
      <p>{texts.noSuchPage(number(page), totalPages, number(totalPages))}</p>
      <Link to={{ ...place, page: totalPages }}>{texts.last}</Link>
    </div>
  );
}
