// In charge of trees side by side: a column a tree, the facts one below the other.

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { TreeDetail, TreeList } from '../../../client/src/index.ts';
import { regionName } from '../../../src/domain/regions/regions.ts';
import { type ChosenPlace, listPlace } from '../address.ts';
import { HeightPicture } from '../height/height-picture.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Link } from '../parts/link.tsx';
import { ScientificName } from '../parts/scientific.tsx';
import { SeasonRing } from '../parts/season.tsx';
import { StatusScale } from '../parts/status.tsx';
import { type Surroundings, useSurroundings } from '../parts/surroundings.ts';
import { plainText } from '../plain.ts';
import { PRINT_TEXTS } from '../print/texts.ts';
import type { FactName } from '../texts.ts';
import { MOST_COMPARED, TO_COMPARE } from './kept-trees.ts';
import { COMPARE_TEXTS } from './texts.ts';

type Show = (tree: TreeDetail, surroundings: Surroundings) => ComponentChildren;

const plain =
  (name: FactName): Show =>
  (tree) =>
    plainText(tree[name as keyof TreeDetail]);

/** Those that are worth looking at beside each other. */
const ROWS: [FactName, Show][] = [
  ['family', (tree) => <span lang="la">{tree.family}</span>],
  ['maxHeight', plain('maxHeight')],
  ['elevation', plain('elevation')],
  ['nativeRegion', plain('nativeRegion')],
  ['distribution', (tree, { locale }) => tree.distribution.map((each) => regionName(each, locale)).join(', ')],
  ['uses', plain('uses')],
  ['tags', plain('tags')],
  ['commonNames', (tree) => [...new Set(tree.commonNames.map(({ name }) => name))].join(', ')],
  ['toxicityLevel', plain('toxicityLevel')],
  ['toxicParts', plain('toxicParts')],
  ['skinContactRisk', plain('skinContactRisk')],
  ['allergenRisk', plain('allergenRisk')],
];

interface Props {
  place: ChosenPlace;
  answer: TreeList<'detail'>;
}

export function CompareView({ place, answer }: Props) {
  const surroundings = useSurroundings();
  const { locale, texts } = surroundings;
  const words = COMPARE_TEXTS[locale];
  const trees = inOrder(answer.data, place.slugs);
  const missing = place.slugs.filter((slug) => trees.every((tree) => tree.slug !== slug));
  const slugs = trees.map(({ slug }) => slug);
  useEffect(() => TO_COMPARE.keep(trees), [slugs.join()]);
  return (
    <div class="compare">
      <h1 tabIndex={-1}>{words.title}</h1>
      {missing.map((slug) => (
        <p key={slug} class="old-name">
          {words.missing(slug)}
        </p>
      ))}
      {trees.length === 0 ? <p class="lead">{words.none}</p> : <Columns trees={trees} place={place} />}
      {trees.length > 0 && (
        <p class="tree-tools">
          <CopyButton name={texts.copyLink} text={() => location.href} words={texts} />
          <Link to={{ view: 'print', locale, slugs }}>{PRINT_TEXTS[locale].link}</Link>
        </p>
      )}
      {trees.length < MOST_COMPARED && (
        <p class="quiet">
          {words.more} <Link to={listPlace(locale)}>{texts.allTrees}</Link>
        </p>
      )}
    </div>
  );
}

/** As the address has them. */
export function inOrder(trees: readonly TreeDetail[], slugs: readonly string[]): TreeDetail[] {
  return slugs.flatMap((slug) => trees.find((tree) => tree.slug === slug) ?? []);
}

function Columns({ trees, place }: { trees: TreeDetail[]; place: ChosenPlace }) {
  const surroundings = useSurroundings();
  const { texts } = surroundings;
  return (
    <>
      <table>
        <thead>
          <tr>
            {trees.map((tree) => (
              <Head key={tree.slug} tree={tree} place={place} />
            ))}
          </tr>
        </thead>
        <Row name={texts.status} trees={trees}>
          {(tree) => tree.conservationStatus && <StatusScale status={tree.conservationStatus} />}
        </Row>
        <Row name={texts.year} trees={trees}>
          {(tree) => <SeasonRing {...tree} />}
        </Row>
        {ROWS.map(([name, show]) => (
          <Row key={name} name={texts.factNames[name]} trees={trees}>
            {(tree) => show(tree, surroundings)}
          </Row>
        ))}
      </table>
      <HeightPicture trees={trees} hasTitle />
    </>
  );
}

function Head({ tree, place }: { tree: TreeDetail; place: ChosenPlace }) {
  const { locale } = useSurroundings();
  const others = place.slugs.filter((slug) => slug !== tree.slug);
  return (
    <th scope="col" lang={tree.locale}>
      <Link to={{ view: 'tree', locale, slug: tree.slug }}>{tree.title}</Link>
      <ScientificName name={tree.scientificName} authors={tree.scientificNameAuthorship} />
      <Link
        to={{ ...place, slugs: others }}
        class="take-out"
        lang={locale}
        aria-label={COMPARE_TEXTS[locale].remove(tree.title)}
      >
        ×
      </Link>
    </th>
  );
}

/** Its name above it, so that four columns have room on a phone. None where nothing is known of any tree. */
function Row({
  name,
  trees,
  children,
}: {
  name: string;
  trees: TreeDetail[];
  children(tree: TreeDetail): ComponentChildren;
}) {
  const cells = trees.map((tree) => ({ tree, shown: children(tree) }));
  if (cells.every(({ shown }) => !shown)) return null;
  return (
    <tbody>
      <tr>
        <th colSpan={trees.length} scope="rowgroup">
          {name}
        </th>
      </tr>
      <tr>
        {cells.map(({ tree, shown }) => (
          <td key={tree.slug} lang={tree.locale}>
            {shown || '–'}
          </td>
        ))}
      </tr>
    </tbody>
  );
}
