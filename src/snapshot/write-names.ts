// In charge of the table of whole names: each folded name with its trees, and what it is to each of them.

import { lettersOf } from '../domain/edit-distance.ts';
import { canonicalName, parseScientificName } from '../domain/scientific-name.ts';
import { servedText, type Tree } from '../domain/tree.ts';
import { fold, LOCALES } from '../domain/vocabulary.ts';
import type { NamedSections } from './format.ts';
import { NAME_KINDS, type NameKind } from './layout.ts';
import { concatenate, writeLists } from './lists.ts';
import { byCodePoints, writeStrings } from './strings.ts';

/** Every name of a tree, in either language. */
export function namesOf(tree: Tree): Record<Exclude<NameKind, 'accepted' | 'synonym'>, string[]> {
  return {
    title: LOCALES.flatMap((locale) => tree.texts[locale]?.title ?? []),
    scientificName: [tree.scientificName],
    synonyms: tree.synonyms,
    commonNames: tree.commonNames.map(({ name }) => name),
  };
}

export function writeNames(trees: Tree[]): NamedSections {
  const entries = new Map<string, Map<number, number>>();
  for (const [number, tree] of trees.entries()) {
    const names = namesOf(tree);
    const accepted = names.scientificName.flatMap(comparedOf);
    const synonym = names.synonyms.flatMap(comparedOf);
    for (const [kind, each] of Object.entries({ ...names, accepted, synonym })) {
      for (const name of each) {
        const kinds = entries.getOrInsertComputed(fold(name), () => new Map());
        kinds.set(number, (kinds.get(number) ?? 0) | NAME_KINDS[kind as NameKind]);
      }
    }
  }
  const names = [...entries.keys()].sort(byCodePoints);
  const lists = names.map((name) => [...(entries.get(name) as Map<number, number>).keys()]);
  const kinds = names.flatMap((name) => [...(entries.get(name) as Map<number, number>).values()]);
  const { offsets, items } = concatenate(lists);
  return {
    ...writeStrings('names', names),
    'names.trees.offsets': offsets,
    'names.trees.items': items,
    'names.kinds': Uint8Array.from(kinds),
    'names.letters': Uint32Array.from(names, (name) => lettersOf(name.slice(name.indexOf(' ') + 1))),
    ...writeNamesByTree(trees, names),
    ...writeGenera(names.filter((name) => isBotanical(entries.get(name) as Map<number, number>))),
  };
}

/** What matching compares of a scientific name; nothing where it names no single species. */
function comparedOf(text: string): string[] {
  const name = parseScientificName(text);
  return name?.epithet !== undefined && !name.isFormula ? [canonicalName(name)] : [];
}

function isBotanical(kinds: Map<number, number>): boolean {
  return kinds.values().some((each) => each & (NAME_KINDS.accepted | NAME_KINDS.synonym));
}

function writeGenera(names: string[]): NamedSections {
  const genera = [...new Set(names.map((name) => name.slice(0, name.indexOf(' '))))].sort(byCodePoints);
  return { ...writeStrings('genera', genera), 'genera.letters': Uint32Array.from(genera, lettersOf) };
}

/** For each tree the numbers of its names: the title that is served in each language, the scientific name, then the others. */
function writeNamesByTree(trees: Tree[], names: string[]): NamedSections {
  const numbers = new Map(names.map((name, number) => [name, number]));
  const lists = trees.map((tree) => {
    const titles = LOCALES.map((locale) => servedText(tree, locale).title);
    const { scientificName, synonyms, commonNames } = namesOf(tree);
    const all = [titles, scientificName, synonyms, commonNames].flat();
    return all.map((name) => numbers.get(fold(name)) as number);
  });
  return writeLists('names.byTree', lists);
}
