// In charge of the table of whole names: each folded name with its trees, and what it is to each of them.

import { lettersOf } from '../domain/edit-distance.ts';
import { canonicalName, parseScientificName } from '../domain/scientific-name.ts';
import { fold } from '../domain/vocabulary.ts';
import type { Base } from './base.ts';
import type { NamedSections } from './format.ts';
import { type IndexTexts, OTHER_NAMES, SCIENTIFIC_NAME } from './index-texts.ts';
import { NAME_KINDS, NO_TREE } from './layout.ts';
import { writeLists } from './lists.ts';
import { NumberedTexts } from './numbered-texts.ts';
import type { Snapshot } from './open.ts';
import { Pairs } from './pairs.ts';
import { sortByCodePoints, writeStrings } from './strings.ts';

export function writeNames({ names, synonyms }: IndexTexts, base?: Base): NamedSections {
  const table = new NumberedTexts();
  const entries = new Pairs();
  if (base) takeNames(base, table, entries);
  const added = new Set<number>();
  const byTree = names.map((own, tree) => {
    const known = base?.numberOf(tree);
    if (base && known !== undefined) return namesOfTree(base.snapshot, known);
    const { numbers, kinds } = numberNames(own, synonyms[tree], table);
    for (const [name, kindsOfName] of kinds) {
      entries.add(name, tree * KINDS + kindsOfName);
      if (base) added.add(name);
    }
    return numbers;
  });
  const isUsed = new Uint8Array(table.length);
  entries.markKeys(isUsed);
  const { texts, places } = table.sorted(isUsed);
  const { offsets, items } = entries.lists(places, texts.length);
  // Those of trees that are as they were came first.
  for (const name of added) items.subarray(offsets[places[name]], offsets[places[name] + 1]).sort();
  const kinds = Uint8Array.from(items, (item) => item % KINDS);
  return {
    ...writeStrings('names', texts),
    'names.trees.offsets': offsets,
    'names.trees.items': items.map((item) => Math.floor(item / KINDS)),
    'names.kinds': kinds,
    'names.letters': Uint32Array.from(texts, (name) => lettersOf(name.slice(name.indexOf(' ') + 1))),
    // For each tree as they were given: the title that is served in each language, the scientific name, then the others.
    ...writeLists(
      'names.byTree',
      byTree.map((numbers) => numbers.map((name) => places[name])),
    ),
    ...writeGenera(texts.filter((_, name) => isBotanical(name, { offsets, items: kinds }))),
  };
}

/** The names of a snapshot, under the numbers that they have there, with the trees that are as they were. */
function takeNames(base: Base, table: NumberedTexts, entries: Pairs): void {
  const { keys, trees, kinds } = base.snapshot.names;
  const now = base.numbersNow();
  for (let name = 0; name < keys.length; name++) {
    table.numberOf(keys.get(name));
    for (let at = trees.offsets[name]; at < trees.offsets[name + 1]; at++) {
      const tree = now[trees.items[at]];
      if (tree !== NO_TREE) entries.add(name, tree * KINDS + kinds[at]);
    }
  }
}

function namesOfTree({ names }: Snapshot, tree: number): Uint32Array {
  const { offsets, items } = names.byTree;
  return items.subarray(offsets[tree], offsets[tree + 1]);
}

/** An entry is a tree's number and the kinds that a name is to it, in one number. */
const KINDS = 2 * Math.max(...Object.values(NAME_KINDS));

interface NumberedNames {
  /** By their places. */
  numbers: Uint32Array;
  /** By the number of each name what it is to the tree, also of what is compared of it. */
  kinds: Map<number, number>;
}

function numberNames(names: string[], synonyms: number, table: NumberedTexts): NumberedNames {
  const numbers = new Uint32Array(names.length);
  const kinds = new Map<number, number>();
  const add = (name: number, kind: number) => kinds.set(name, (kinds.get(name) ?? 0) | kind);
  for (const [place, name] of names.entries()) {
    const folded = fold(name);
    numbers[place] = table.numberOf(folded);
    add(numbers[place], kindAt(place, synonyms));
    const compared = place >= SCIENTIFIC_NAME && place < OTHER_NAMES + synonyms ? comparedOf(name) : undefined;
    if (compared === undefined) continue;
    const number = compared === folded ? numbers[place] : table.numberOf(compared);
    add(number, place === SCIENTIFIC_NAME ? NAME_KINDS.accepted : NAME_KINDS.synonym);
  }
  return { numbers, kinds };
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

function isBotanical(name: number, { offsets, items: kinds }: { offsets: Uint32Array; items: Uint8Array }): boolean {
  for (let at = offsets[name]; at < offsets[name + 1]; at++) if (kinds[at] & BOTANICAL) return true;
  return false;
}

function writeGenera(names: string[]): NamedSections {
  const genera = sortByCodePoints([...new Set(names.map((name) => name.slice(0, name.indexOf(' '))))]);
  return { ...writeStrings('genera', genera), 'genera.letters': Uint32Array.from(genera, lettersOf) };
}
