// Writes the values of each filter with their counts and trees. A value with many trees has a bitmap for each ordering instead of a list.

import { FILTERS } from '../../domain/questions.ts';
import { LOCALES } from '../../domain/vocabulary.ts';
import type { NamedSections } from '../format.ts';
import { cellsFor, MAX_SHORT_VALUES, NO_BITMAP, ORDERINGS, type Thresholds } from '../layout.ts';
import { emptyLists, type IdLists, listSections } from '../sections/lists.ts';
import type { SectionWriter } from '../sections/section-writer.ts';
import { tableOf, textSections } from '../sections/strings.ts';
import { type Facet, type Facets, shownInOrder } from './facets.ts';

/** `ranks` are those of all orderings. */
export function writeFacets(
  writer: SectionWriter,
  facets: Facets,
  trees: number,
  ranks: Uint32Array,
  thresholds: Thresholds,
): void {
  const maxListed = thresholds.value * cellsFor(trees);
  const withBitmaps: Uint32Array[] = [];
  for (const filter of FILTERS) {
    const facet = facets[filter];
    const { offsets, items } = facet.trees;
    const counts = Uint32Array.from(facet.keys, (_, value) => offsets[value + 1] - offsets[value]);
    const bitmapNumbers = counts.map((count, value) =>
      count > maxListed ? withBitmaps.push(items.subarray(offsets[value], offsets[value + 1])) - 1 : NO_BITMAP,
    );
    writer.add({
      ...textSections(`${filter}.keys`, tableOf(facet.keys)),
      [`${filter}.bitmapNumbers`]: bitmapNumbers,
      [`${filter}.counts`]: counts,
      ...listSections(`${filter}.trees`, withoutBitmaps(facet.trees, bitmapNumbers)),
      ...valueSections(`${filter}.values`, facet),
    });
    for (const locale of LOCALES) {
      writer.add({
        ...textSections(`${filter}.labels.${locale}`, tableOf(facet.labels[locale])),
        [`${filter}.shown.${locale}`]: shownInOrder(filter, facet.labels[locale], locale),
      });
    }
  }
  writer.write('bitmaps', (append) => {
    const bitmaps = new Uint32Array(ORDERINGS * cellsFor(trees));
    for (const set of withBitmaps) {
      addTrees(set, ranks, trees, bitmaps.fill(0));
      append(new Uint8Array(bitmaps.buffer));
    }
  });
}

function withoutBitmaps({ offsets, items }: IdLists<Uint32Array>, bitmapNumbers: Uint32Array): IdLists {
  const isListed = (value: number) => bitmapNumbers[value] === NO_BITMAP;
  const lists = emptyLists(
    bitmapNumbers.map((_, value) => (isListed(value) ? offsets[value + 1] - offsets[value] : 0)),
  );
  for (let value = 0; value < bitmapNumbers.length; value++)
    if (isListed(value)) lists.items.set(items.subarray(offsets[value], offsets[value + 1]), lists.offsets[value]);
  return lists;
}

/** Short numbers are read faster. */
function valueSections(name: string, { keys, values: { offsets, items } }: Facet): NamedSections {
  const areShort = keys.length <= MAX_SHORT_VALUES;
  return { [`${name}.offsets`]: offsets, [`${name}.items`]: areShort ? Uint16Array.from(items) : items };
}

/** In each ordering bit r stands for the tree at rank r, so that a page is a range of bits. */
function addTrees(set: Uint32Array, ranks: Uint32Array, trees: number, bitmaps: Uint32Array): void {
  const cells = cellsFor(trees);
  for (let ordering = 0; ordering < ORDERINGS; ordering++) {
    const [firstRank, firstCell] = [ordering * trees, ordering * cells];
    for (let at = 0; at < set.length; at++) {
      const rank = ranks[firstRank + set[at]];
      bitmaps[firstCell + (rank >>> 5)] |= 1 << (rank & 31);
    }
  }
}
