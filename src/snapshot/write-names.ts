// In charge of the table of whole names: each folded name with its trees, and what it is to each of them.

import { lettersOf } from '../domain/edit-distance.ts';
import { canonicalName, parseScientificName } from '../domain/scientific-name.ts';
import { servedText, type Tree } from '../domain/tree.ts';
import { fold, LOCALES } from '../domain/vocabulary.ts';
import type { Base } from './base.ts';
import type { NamedSections } from './format.ts';
import { NAME_KINDS, type NameKind, NO_TREE } from './layout.ts';
import { writeLists } from './lists.ts';
import { NumberedTexts } from './numbered-texts.ts';
import type { Snapshot } from './open.ts';
import { Pairs } from './pairs.ts';
import { sortByCodePoints, writeStrings } from './strings.ts';

/** Every name of a tree, in either language. */
export function namesOf(tree: Tree): Record<Exclude<NameKind, 'accepted' | 'synonym'>, string[]> {
  return {
    title: LOCALES.flatMap((locale) => tree.texts[locale]?.title ?? []),
    scientificName: [tree.scientificName],
    synonyms: tree.synonyms,
    commonNames: tree.commonNames.map(({ name }) => name),
  };
}

export function writeNames(trees: Tree[], base?: Base): NamedSections {
  const table = new NumberedTexts();
  const entries = new Pairs();
  if (base) takeNames(base, table, entries);
  const added = new Set<number>();
  const byTree = trees.map((tree, number) => {
    const known = base?.numberOf(number);
    if (base && known !== undefined) return namesOfTree(base.snapshot, known);
    const names = namesIn(tree, table);
    for (const [name, kinds] of kindsByName(names)) {
      entries.add(name, number * KINDS + kinds);
      added.add(name);
    }
    const titles = LOCALES.map((locale) => table.numberOf(fold(servedText(tree, locale).title)));
    return [...titles, ...names.scientificName, ...names.synonyms, ...names.commonNames];
  });
  const isUsed = new Uint8Array(table.length);
  entries.markKeys(isUsed);
  const { texts, places } = table.sorted(isUsed);
  const { offsets, items } = entries.lists(places, texts.length);
  // Those of trees that are as they were came first.
  if (base) for (const name of added) items.subarray(offsets[places[name]], offsets[places[name] + 1]).sort();
  const kinds = Uint8Array.from(items, (item) => item % KINDS);
  const isBotanical = (name: number) =>
    kinds.subarray(offsets[name], offsets[name + 1]).some((each) => each & (NAME_KINDS.accepted | NAME_KINDS.synonym));
  return {
    ...writeStrings('names', texts),
    'names.trees.offsets': offsets,
    'names.trees.items': items.map((item) => Math.floor(item / KINDS)),
    'names.kinds': kinds,
    'names.letters': Uint32Array.from(texts, (name) => lettersOf(name.slice(name.indexOf(' ') + 1))),
    // For each tree: the title that is served in each language, the scientific name, then the others.
    ...writeLists(
      'names.byTree',
      byTree.map((names) => Array.from(names, (name) => places[name])),
    ),
    ...writeGenera(texts.filter((_, name) => isBotanical(name))),
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

/** The numbers of a tree's names. */
function namesIn(tree: Tree, table: NumberedTexts): Record<NameKind, number[]> {
  const numbered = (names: string[]) => names.map((name) => table.numberOf(fold(name)));
  const { title, scientificName, synonyms, commonNames } = namesOf(tree);
  return {
    title: numbered(title),
    scientificName: numbered(scientificName),
    synonyms: numbered(synonyms),
    commonNames: numbered(commonNames),
    accepted: numbered(scientificName.flatMap(comparedOf)),
    synonym: numbered(synonyms.flatMap(comparedOf)),
  };
}

function kindsByName(names: Record<NameKind, number[]>): Map<number, number> {
  const kinds = new Map<number, number>();
  for (const kind of KIND_NAMES) {
    for (const name of names[kind]) kinds.set(name, (kinds.get(name) ?? 0) | NAME_KINDS[kind]);
  }
  return kinds;
}

const KIND_NAMES = Object.keys(NAME_KINDS) as NameKind[];

/** What matching compares of a scientific name; nothing where it names no single species. */
function comparedOf(text: string): string[] {
  const name = parseScientificName(text);
  return name?.epithet !== undefined && !name.isFormula ? [canonicalName(name)] : [];
}

function writeGenera(names: string[]): NamedSections {
  const genera = sortByCodePoints([...new Set(names.map((name) => name.slice(0, name.indexOf(' '))))]);
  return { ...writeStrings('genera', genera), 'genera.letters': Uint32Array.from(genera, lettersOf) };
}
