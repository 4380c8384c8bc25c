// In charge of a tree's page.

import { useEffect } from 'preact/hooks';
import type { TreeAnswer, TreeDetail } from '../../../client/src/index.ts';
import { listPlace } from '../address.ts';
import { citationOf } from '../citation.ts';
import { CompareButton } from '../compare/basket.tsx';
import { MOST_COMPARED } from '../compare/kept-trees.ts';
import { COMPARE_TEXTS } from '../compare/texts.ts';
import { HeightPicture } from '../height/height-picture.tsx';
import { RangeMap } from '../map/range.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Link } from '../parts/link.tsx';
import { Prose } from '../parts/prose.ts';
import { Recent } from '../parts/recent.tsx';
import { ScientificName } from '../parts/scientific.tsx';
import { SeasonRing } from '../parts/season.tsx';
import { Assessment, StatusScale } from '../parts/status.tsx';
import { useSurroundings } from '../parts/surroundings.ts';
import { PRINT_TEXTS } from '../print/texts.ts';
import { see } from '../seen.ts';
import { Facts } from './facts.tsx';
import { Images } from './images.tsx';

export function TreeView({ answer: { data: tree, related, meta } }: { answer: TreeAnswer }) {
  const { texts, locale } = useSurroundings();
  useEffect(() => see(tree), [tree.slug]);
  return (
    <article class="tree">
      <p class="way-up">
        <Link to={listPlace(locale)}>{texts.allTrees}</Link> <span aria-hidden="true">/</span>{' '}
        <Link to={listPlace(locale, { family: [tree.family] })} lang="la">
          {tree.family}
        </Link>
      </p>
      <TreeHead tree={tree} revision={meta.revision} />
      <div class="tree-text">
        <RangeMap places={tree.distribution} />
        {tree.body && (
          <Prose text={tree.body} format={tree.bodyFormat === 'mdx' ? 'mdx' : 'markdown'} lang={tree.locale} />
        )}
        <Facts tree={tree} />
        <Images tree={tree} />
      </div>
      <aside class="tree-side" aria-label={texts.year}>
        <h2>{texts.year}</h2>
        <SeasonRing {...tree} />
        <HeightPicture trees={[tree]} hasTitle />
        {tree.conservationStatus && (
          <>
            <h2>{texts.status}</h2>
            <StatusScale status={tree.conservationStatus} />
            {tree.conservationAssessment && <Assessment {...tree.conservationAssessment} />}
          </>
        )}
      </aside>
      <Related of={tree.slug} trees={related} />
      <Recent except={tree.slug} />
    </article>
  );
}

function TreeHead({ tree, revision }: { tree: TreeDetail; revision: string }) {
  const { texts, locale, owner } = useSurroundings();
  const citedAs = owner.title ? texts.citedIn(owner.title) : texts.cited;
  const cited = () => citationOf(tree, { address: location.href, revision, catalogue: citedAs });
  return (
    <header class="tree-head">
      <h1 tabIndex={-1} lang={tree.locale}>
        {tree.title}
      </h1>
      <p class="tree-scientific">
        <ScientificName name={tree.scientificName} authors={tree.scientificNameAuthorship} />
      </p>
      <p class="tree-tools">
        <CopyButton name={texts.copyCitation} text={cited} words={texts} />
        <CopyButton name={texts.copyLink} text={() => location.href} words={texts} />
        <Link to={{ view: 'print', locale, slugs: [tree.slug] }}>{PRINT_TEXTS[locale].link}</Link>
        <CompareButton tree={tree} />
      </p>
      {tree.locale !== locale && <p class="quiet">{texts.otherLanguage}</p>}
      <p class="lead" lang={tree.locale}>
        {tree.description}
      </p>
    </header>
  );
}

function Related({ of, trees }: { of: string; trees: TreeAnswer['related'] }) {
  const { texts, locale } = useSurroundings();
  if (trees.length === 0) return null;
  return (
    <section class="related" aria-labelledby="related">
      <h2 id="related">{texts.related}</h2>
      <ul>
        {trees.map(({ slug, title, scientificName }) => (
          <li key={slug}>
            <Link to={{ view: 'tree', locale, slug }}>{title}</Link>
            <ScientificName name={scientificName} />
          </li>
        ))}
      </ul>
      <p>
        <Link to={{ view: 'compare', locale, slugs: [of, ...trees.map(({ slug }) => slug)].slice(0, MOST_COMPARED) }}>
          {COMPARE_TEXTS[locale].withRelated}
        </Link>
      </p>
    </section>
  );
}
