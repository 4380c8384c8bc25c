// In charge of what can be seen only across trees: a name that two of them have, a word that is spelt in two ways.

import type { Tree } from '../tree.ts';
import { fold, LOCALES } from '../vocabulary.ts';
import { placeOf, type SourceContext } from './entry.ts';
import type { ReadEntry } from './merge.ts';
import type { MadeTree } from './trees.ts';

export function checkAcross(made: MadeTree[], context: SourceContext): void {
  reportSharedNames(made, context);
  reportSpellings(made, 'family', ({ family }) => [family], context);
  reportSpellings(made, 'distribution', ({ distribution }) => distribution, context);
  for (const locale of LOCALES) reportSpellings(made, 'tags', ({ texts }) => texts[locale]?.tags ?? [], context);
}

function reportSharedNames(made: MadeTree[], { findings }: SourceContext): void {
  for (const group of Map.groupBy(made, ({ tree }) => fold(tree.scientificName)).values()) {
    const [first, ...others] = group;
    for (const { tree, entries } of others) {
      const message = `${tree.scientificName} is also the scientific name of ${first.tree.slug}.`;
      findings.warn('duplicate-name', placeOf(entries[0], 'scientificName'), message);
    }
  }
}

interface Use {
  spelling: string;
  count: number;
  entry: ReadEntry;
}

/** What a filter takes for the same is shown in the spelling that is used most. */
function reportSpellings(
  made: MadeTree[],
  field: 'family' | 'distribution' | 'tags',
  valuesOf: (tree: Tree) => string[],
  { findings }: SourceContext,
): void {
  const uses = new Map<string, Use>();
  for (const { tree, entries } of made) {
    for (const spelling of valuesOf(tree)) {
      const use = uses.get(spelling);
      if (use) use.count++;
      else
        uses.set(spelling, {
          spelling,
          count: 1,
          entry: entries.find(({ values }) => [values[field]].flat().includes(spelling)) ?? entries[0],
        });
    }
  }
  for (const group of Map.groupBy(uses.values(), ({ spelling }) => fold(spelling)).values()) {
    const [most, ...others] = group.sort((a, b) => b.count - a.count);
    for (const { spelling, count, entry } of others) {
      const message = `${spelling} (${count}) and ${most.spelling} (${most.count}) are the same to a filter. Spell them alike.`;
      findings.warn('spelling-differs', placeOf(entry, field), message);
    }
  }
}
