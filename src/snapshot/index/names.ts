// Writes what is found by whole names: the trees of each folded name, what it is to them, and the genera.

import { lettersOf } from '../../domain/names/edit-distance.ts';
import { LOCALES } from '../../domain/vocabulary.ts';
import type { Columns } from '../columns/columns.ts';
import type { NamedSections } from '../format.ts';
import { NAME_KINDS } from '../layout.ts';
import { emptyLists, type IdLists, NO_NUMBER } from '../sections/lists.ts';
import { sortByCodePoints, tableOf, textSections, textsIn } from '../sections/strings.ts';

/** The columns have the table of names, and the names of each tree. */
export function writeNames(columns: Columns): NamedSections {
  const names = textsIn(columns.dictionaries.names);
  const { lists, kinds, isBotanical } = treesOfNames(columns, names.length);
  const genera = generaOf(names.filter((_, name) => isBotanical[name] === 1));
  return {
    'names.trees.offsets': lists.offsets,
    'names.trees.items': lists.items,
    'names.kinds': kinds,
    'names.letters': Uint32Array.from(names, (name) => lettersOf(name.slice(name.indexOf(' ') + 1))),
    ...textSections('genera', tableOf(genera)),
    'genera.letters': Uint32Array.from(genera, lettersOf),
  };
}

interface TreesOfNames {
  lists: IdLists;
  /** For each item of the lists. */
  kinds: Uint8Array;
  /** 1 for each name that matching compares. */
  isBotanical: Uint8Array;
}

/** Counts each name of a tree once, then puts each tree in its place. */
function treesOfNames(columns: Columns, names: number): TreesOfNames {
  const counts = new Uint32Array(names);
  const isBotanical = new Uint8Array(names);
  const lastTree = new Uint32Array(names).fill(NO_NUMBER);
  eachName(columns, (name, tree, kind) => {
    if (kind === NAME_KINDS.accepted || kind === NAME_KINDS.synonym) isBotanical[name] = 1;
    if (lastTree[name] === tree) return;
    lastTree[name] = tree;
    counts[name]++;
  });
  const lists = emptyLists(counts);
  const kinds = new Uint8Array(lists.items.length);
  const next = lists.offsets.slice();
  lastTree.fill(NO_NUMBER);
  eachName(columns, (name, tree, kind) => {
    if (lastTree[name] !== tree) {
      lastTree[name] = tree;
      lists.items[next[name]++] = tree;
    }
    kinds[next[name] - 1] |= kind;
  });
  return { lists, kinds, isBotanical };
}

function eachName({ trees, lists }: Columns, visit: (name: number, tree: number, kind: number) => void): void {
  const [byTree, compared] = [lists['names.byTree'], lists['names.compared']];
  for (let tree = 0; tree < trees; tree++) {
    const start = byTree.offsets[tree];
    const [firstCompared, endCompared] = [compared.offsets[tree], compared.offsets[tree + 1]];
    const firstCommon = LOCALES.length + endCompared - firstCompared;
    for (let at = start; at < byTree.offsets[tree + 1]; at++)
      visit(byTree.items[at], tree, kindAt(at - start, firstCommon));
    for (let at = firstCompared; at < endCompared; at++) {
      const kind = at === firstCompared ? NAME_KINDS.accepted : NAME_KINDS.synonym;
      if (compared.items[at] !== NO_NUMBER) visit(compared.items[at], tree, kind);
    }
  }
}

function kindAt(position: number, firstCommon: number): number {
  if (position < LOCALES.length) return NAME_KINDS.title;
  if (position === LOCALES.length) return NAME_KINDS.scientificName;
  return position < firstCommon ? NAME_KINDS.synonyms : NAME_KINDS.commonNames;
}

function generaOf(names: string[]): string[] {
  return sortByCodePoints([...new Set(names.map((name) => name.slice(0, name.indexOf(' '))))]);
}
