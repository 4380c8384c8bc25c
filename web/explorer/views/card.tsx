// In charge of one tree in the list.

import type { TreeList, TreeRecord } from '../../../client/src/index.ts';
import { CompareButton } from '../compare/basket.tsx';
import { otherName } from '../other-name.ts';
import { Link } from '../parts/link.tsx';
import { ScientificName } from '../parts/scientific.tsx';
import { SeasonStrip } from '../parts/season.tsx';
import { StatusCode } from '../parts/status.tsx';
import { useSurroundings } from '../parts/surroundings.ts';

interface Props {
  tree: TreeRecord;
  matches: TreeList['matches'];
}

export function Card({ tree, matches }: Props) {
  const { locale } = useSurroundings();
  return (
    <li class="card" lang={tree.locale}>
      <div class="card-head">
        <h2>
          <Link to={{ view: 'tree', locale, slug: tree.slug }}>{tree.title}</Link>
        </h2>
        {tree.conservationStatus && <StatusCode status={tree.conservationStatus} />}
      </div>
      <div class="card-scientific">
        <ScientificName name={tree.scientificName} />
        <CompareButton tree={tree} isSmall />
      </div>
      <OtherName tree={tree} matches={matches} />
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

function OtherName({ tree, matches }: Props) {
  const { texts, locale } = useSurroundings();
  const other = otherName(tree, matches);
  if (!other) return null;
  return (
    <p class="other-name" lang={locale}>
      {texts[other.word]}{' '}
      {other.word === 'synonym' ? (
        <ScientificName name={other.name} />
      ) : (
        <span class="called" lang={other.language}>
          {other.name}
        </span>
      )}
    </p>
  );
}
