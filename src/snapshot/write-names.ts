// In charge of the table of whole names: each folded name with its trees, and what it is to each of them.

import { lettersOf } from '../domain/edit-distance.ts';
import type { Base } from './base.ts';
import type { NamedSections } from './format.ts';
import { type CollectedNames, GatheredNames, KINDS } from './gathered-names.ts';
import type { IndexTexts } from './index-texts.ts';
import { NAME_KINDS, NO_TREE } from './layout.ts';
import { type ConcatenatedLists, lookedUp, sectionsOfLists } from './lists.ts';
import { listsByTree } from './lists-by-tree.ts';
import { MergedTable } from './merged-table.ts';
import type { Names } from './open.ts';
import { markLost, type RenumberedLists } from './renumbered-lists.ts';
import { sortByCodePoints, writeStrings } from './strings.ts';

/** Of all trees. */
export function writeNames({ names, entries, byTree }: CollectedNames): NamedSections {
  return {
    ...writeStrings('names', names),
    ...writeEntries(entries),
    'names.letters': Uint32Array.from(names, lettersOfRest),
    ...sectionsOfLists('names.byTree', byTree),
    ...writeGenera(generaOf(names.filter((_, name) => isBotanical(name, entries)))),
  };
}

/** Of those that stand in a snapshot as they are, and of all others, whose texts these are. */
export function patchNames(texts: IndexTexts, base: Base): NamedSections {
  const added = collectNames(texts);
  const { names: known } = base.snapshot;
  const before = entriesNow(known, base);
  const table = new MergedTable(known.keys, [before], added.names);
  const entries = table.lists(before, added.entries);
  return {
    ...table.strings('names'),
    ...writeEntries(entries),
    'names.letters': table.numbers(known.letters, lettersOfRest),
    ...sectionsOfLists('names.byTree', namesByTree(table, base, known, added, texts)),
    ...writeGenera(table.firstWords((name) => isBotanical(name, entries))),
  };
}

function collectNames({ numbers, trees }: IndexTexts): CollectedNames {
  const gathered = new GatheredNames();
  for (const tree of trees) gathered.add(tree);
  return gathered.collected(numbers);
}

/** Those of a snapshot, with the numbers that its trees have now. */
function entriesNow({ trees: { offsets, items }, kinds }: Names, { now }: Base): RenumberedLists {
  const entries = lookedUp(items, now);
  for (let at = 0; at < entries.length; at++)
    if (entries[at] !== NO_TREE) entries[at] = entries[at] * KINDS + kinds[at];
  return markLost({ offsets, items: entries });
}

function namesByTree(
  table: MergedTable,
  base: Base,
  { byTree }: Names,
  added: CollectedNames,
  { numbers }: IndexTexts,
): ConcatenatedLists {
  const places = table.places();
  const { offsets, items } = added.byTree;
  const namesNow = (index: number) => lookedUp(items.subarray(offsets[index], offsets[index + 1]), places.added);
  const own = new Map(Array.from(numbers, (tree, index) => [tree, namesNow(index)]));
  return listsByTree(byTree, places.before, own, base);
}

function writeEntries({ offsets, items }: ConcatenatedLists): NamedSections {
  const trees = new Uint32Array(items.length);
  const kinds = new Uint8Array(items.length);
  for (let at = 0; at < items.length; at++) {
    kinds[at] = items[at] % KINDS;
    trees[at] = (items[at] - kinds[at]) / KINDS;
  }
  return { 'names.trees.offsets': offsets, 'names.trees.items': trees, 'names.kinds': kinds };
}

/** Of what follows the first word. */
function lettersOfRest(name: string): number {
  return lettersOf(name.slice(name.indexOf(' ') + 1));
}

const BOTANICAL = NAME_KINDS.accepted | NAME_KINDS.synonym;

function isBotanical(name: number, { offsets, items }: ConcatenatedLists): boolean {
  for (let at = offsets[name]; at < offsets[name + 1]; at++) if ((items[at] % KINDS) & BOTANICAL) return true;
  return false;
}

function generaOf(names: string[]): Set<string> {
  const found = new Set<string>();
  for (const name of names) found.add(name.slice(0, name.indexOf(' ')));
  return found;
}

function writeGenera(found: Set<string>): NamedSections {
  const genera = sortByCodePoints([...found]);
  return { ...writeStrings('genera', genera), 'genera.letters': Uint32Array.from(genera, lettersOf) };
}
