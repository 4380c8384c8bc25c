// In charge of the way back to trees that were seen a while ago.

import { useKept } from '../compare/kept-trees.ts';
import { SEEN } from '../seen.ts';
import { Link } from './link.tsx';
import { ScientificName } from './scientific.tsx';
import { useSurroundings } from './surroundings.ts';

/** None where there is no other than the one that is shown. */
export function Recent({ except }: { except?: string }) {
  const { texts, locale } = useSurroundings();
  const trees = useKept(SEEN).filter(({ slug }) => slug !== except);
  if (trees.length === 0) return null;
  return (
    <nav class="recent" aria-label={texts.recent}>
      <span class="quiet">{texts.recent}</span>
      {trees.map(({ slug, scientificName }) => (
        <Link key={slug} to={{ view: 'tree', locale, slug }}>
          <ScientificName name={scientificName} />
        </Link>
      ))}
    </nav>
  );
}
