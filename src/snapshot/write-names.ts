// In charge of the table of whole names: each folded name with its trees, and what it is to each of them.

import { lettersOf } from '../domain/edit-distance.ts';
import { canonicalName, parseScientificName } from '../domain/scientific-name.ts';
import { fold } from '../domain/vocabulary.ts';
import type { Base } from './base.ts';
import type { NamedSections } from './format.ts';
import { type IndexTexts, OTHER_NAMES, SCIENTIFIC_NAME } from './index-texts.ts';
import { NAME_KINDS, NO_TREE } from './layout.ts';
import { type ConcatenatedLists, lookedUp, writeLists } from './lists.ts';
import { MergedTable } from './merged-table.ts';
import { NumberedTexts } from './numbered-texts.ts';
import type { Names } from './open.ts';
import { Pairs } from './pairs.ts';
import { sortByCodePoints, writeStrings } from './strings.ts';

/** Of all trees. */
export function writeNames(texts: IndexTexts): NamedSections {
  const { names, entries, byTree } = collectNames(texts);
  return {
    ...writeStrings('names', names),
    ...writeEntries(entries),
    'names.letters': Uint32Array.from(names, lettersOfRest),
    ...writeLists('names.byTree', byTree),
    ...writeGenera(names.filter((_, name) => isBotanical(name, entries))),
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
    ...writeLists('names.byTree', namesByTree(table, base, known, added, texts)),
    ...writeGenera(table.textsWhere((name) => isBotanical(name, entries))),
  };
}

/** An entry is a tree's number and the kinds that a name is to it, in one number. */
const KINDS = 2 * Math.max(...Object.values(NAME_KINDS));

interface CollectedNames {
  /** Sorted. */
  names: string[];
  /** Of each name. */
  entries: ConcatenatedLists;
  /** For each tree its names as they were given: the title that is served in each language, the scientific name, then the others. */
  byTree: Uint32Array[];
}

function collectNames({ numbers, names, synonyms }: IndexTexts): CollectedNames {
  const table = new NumberedTexts();
  const entries = new Pairs();
  const byTree = names.map((own, tree) => {
    const { found, kinds } = numberNames(own, synonyms[tree], table);
    for (const [name, kindsOfName] of kinds) entries.add(name, numbers[tree] * KINDS + kindsOfName);
    return found;
  });
  const { texts, places } = table.sorted();
  const placesOf = (found: Uint32Array) => lookedUp(found, places);
  return { names: texts, entries: entries.lists(places, texts.length), byTree: byTree.map(placesOf) };
}

/** Those of a snapshot, with the numbers that its trees have now. */
function entriesNow({ trees: { offsets, items }, kinds }: Names, { now }: Base): ConcatenatedLists {
  const entries = lookedUp(items, now);
  for (let at = 0; at < entries.length; at++)
    if (entries[at] !== NO_TREE) entries[at] = entries[at] * KINDS + kinds[at];
  return { offsets, items: entries };
}

function namesByTree(
  table: MergedTable,
  { before }: Base,
  { byTree: { offsets, items } }: Names,
  added: CollectedNames,
  { numbers }: IndexTexts,
): Uint32Array[] {
  const places = table.places();
  const itemsNow = lookedUp(items, places.before);
  const kept = Array.from(before, (tree) => itemsNow.subarray(offsets[tree], offsets[tree + 1]));
  for (const [index, tree] of numbers.entries()) kept[tree] = lookedUp(added.byTree[index], places.added);
  return kept;
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

interface NumberedNames {
  /** By their places. */
  found: Uint32Array;
  /** By the number of each name what it is to the tree, also of what is compared of it. */
  kinds: Map<number, number>;
}

function numberNames(names: string[], synonyms: number, table: NumberedTexts): NumberedNames {
  const found = new Uint32Array(names.length);
  const kinds = new Map<number, number>();
  const add = (name: number, kind: number) => kinds.set(name, (kinds.get(name) ?? 0) | kind);
  for (const [place, name] of names.entries()) {
    const folded = fold(name);
    found[place] = table.numberOf(folded);
    add(found[place], kindAt(place, synonyms));
    const compared = place >= SCIENTIFIC_NAME && place < OTHER_NAMES + synonyms ? comparedOf(name) : undefined;
    if (compared === undefined) continue;
    const number = compared === folded ? found[place] : table.numberOf(compared);
    add(number, place === SCIENTIFIC_NAME ? NAME_KINDS.accepted : NAME_KINDS.synonym);
  }
  return { found, kinds };
}

function kindAt(place: number, synonyms: number): number {
  if (place < SCIENTIFIC_NAME) return NAME_KINDS.title;
  if (place === SCIENTIFIC_NAME) return NAME_KINDS.scientificName;
  return place < OTHER_NAMES + synonyms ? NAME_KINDS.synonyms : NAME_KINDS.commonNames;
}

/** What matching compares of a scientific name; undefined where it names no single species. */
function comparedOf(text: string): string | undefined {
  const name = parseScientificName(text);
  return name?.epithet !== undefined && !name.isFormula ? canonicalName(name) : undefined;
}

const BOTANICAL = NAME_KINDS.accepted | NAME_KINDS.synonym;

function isBotanical(name: number, { offsets, items }: ConcatenatedLists): boolean {
  for (let at = offsets[name]; at < offsets[name + 1]; at++) if ((items[at] % KINDS) & BOTANICAL) return true;
  return false;
}

function writeGenera(names: Iterable<string>): NamedSections {
  const found = new Set<string>();
  for (const name of names) found.add(name.slice(0, name.indexOf(' ')));
  const genera = sortByCodePoints([...found]);
  return { ...writeStrings('genera', genera), 'genera.letters': Uint32Array.from(genera, lettersOf) };
}
