// In charge of one tree in the list.

import type { TreeRecord } from '../../../client/src/index.ts';
import { Link } from '../parts/link.tsx';
import { SeasonStrip } from '../parts/season.tsx';
import { StatusCode } from '../parts/status.tsx';
import { useSurroundings } from '../parts/surroundings.ts';

export function Card({ tree }: { tree: TreeRecord }) {
  const { locale } = useSurroundings();
  return (
    <li class="card" lang={tree.locale}>
      <div class="card-head">
        <h2>
          <Link to={{ view: 'tree', locale, slug: tree.slug }}>{tree.title}</Link>
        </h2>
        {tree.conservationStatus && <StatusCode status={tree.conservationStatus} />}
      </div>
      <p class="scientific" lang="la">
        {tree.scientificName}
      </p>
      <p class="description">{tree.description}</p>
      <div class="card-foot">
        <span class="quiet" lang="la">
          {tree.family}
        </span>
        <SeasonStrip {...tree} />
      </div>
    </li>
  );
}
