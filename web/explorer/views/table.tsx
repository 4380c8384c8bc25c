// In charge of the list as a table: a row a tree, columns to choose, sorted by its heads.

import type { ComponentChildren } from 'preact';
import type { TreeList, TreeRecord } from '../../../client/src/index.ts';
import { regionName } from '../../../src/domain/regions/regions.ts';
import type { ListPlace, Ordering } from '../address.ts';
import type { Column, Look } from '../look.ts';
import { Link } from '../parts/link.tsx';
import { ScientificName } from '../parts/scientific.tsx';
import { StatusCode } from '../parts/status.tsx';
import { type Surroundings, useSurroundings } from '../parts/surroundings.ts';
import { seasonText } from '../seasons.ts';

type Show = (tree: TreeRecord, surroundings: Surroundings) => ComponentChildren;

const CELLS: Record<Column, Show> = {
  scientificName: (tree) => <ScientificName name={tree.scientificName} authors={tree.scientificNameAuthorship} />,
  family: (tree) => <span lang="la">{tree.family}</span>,
  conservationStatus: (tree) => tree.conservationStatus && <StatusCode status={tree.conservationStatus} />,
  distribution: (tree, { locale }) => tree.distribution.map((region) => regionName(region, locale)).join(', '),
  floweringSeason: (tree, { locale, texts }) => seasonText(tree.floweringSeason, locale, texts.wholeYear),
  fruitingSeason: (tree, { locale, texts }) => seasonText(tree.fruitingSeason, locale, texts.wholeYear),
  tags: (tree) => tree.tags.join(', '),
  updatedAt: (tree, { locale }) =>
    tree.updatedAt && new Date(tree.updatedAt).toLocaleDateString(locale, { timeZone: 'UTC' }),
};

interface Props {
  place: ListPlace;
  trees: TreeList['data'];
  look: Look;
}

export function TreeTable({ place, trees, look }: Props) {
  const surroundings = useSurroundings();
  const { texts, locale } = surroundings;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class={look.isDense ? 'tree-table is-dense' : 'tree-table'} aria-label={texts.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <Head place={place} column="title" />
            {look.columns.map((column) => (
              <Head key={column} place={place} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {trees.map((tree) => (
            <tr key={tree.slug} lang={tree.locale}>
              <th scope="row">
                <Link to={{ view: 'tree', locale, slug: tree.slug }}>{tree.title}</Link>
              </th>
              {look.columns.map((column) => (
                <td key={column}>{CELLS[column](tree, surroundings)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const SORTS: readonly string[] = ['title', 'scientificName', 'family', 'updatedAt'] satisfies Ordering['sort'][];

/** Chosen once it sorts, chosen again the other way round. */
function Head({ place, column }: { place: ListPlace; column: Column | 'title' }) {
  const { texts } = useSurroundings();
  const name = texts.columns[column];
  if (!SORTS.includes(column)) return <th scope="col">{name}</th>;
  const present = place.ordering ?? (place.search ? undefined : { sort: 'title', order: 'asc' });
  const isSorted = present?.sort === column;
  const isUp = isSorted && present?.order === 'asc';
  const ordering: Ordering = { sort: column as Ordering['sort'], order: isUp ? 'desc' : 'asc' };
  return (
    <th scope="col" aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}>
      <Link to={{ ...place, ordering, page: 1 }}>{name}</Link>
      {isSorted && <span aria-hidden="true">{isUp ? ' ↑' : ' ↓'}</span>}
    </th>
  );
}
