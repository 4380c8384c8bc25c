// In charge of the names of trees, taken while trees come: each is folded and numbered once, and let go. What is left is made into the
// table of names when it is known how trees are numbered.

import { canonicalName, parseScientificName } from '../domain/scientific-name.ts';
import { fold } from '../domain/vocabulary.ts';
import { OTHER_NAMES, SCIENTIFIC_NAME, type TreeTexts } from './index-texts.ts';
import { NAME_KINDS, NO_TREE } from './layout.ts';
import { type ConcatenatedLists, GrowingLists, lookedUp } from './lists.ts';
import { NumberedTexts } from './numbered-texts.ts';
import { Pairs } from './pairs.ts';

/** An entry is a tree's number and the kinds that a name is to it, in one number. */
export const KINDS = 2 * Math.max(...Object.values(NAME_KINDS));

export interface CollectedNames {
  /** Sorted. */
  names: string[];
  /** Of each name. */
  entries: ConcatenatedLists;
  /** For each tree its names as they were given: the title that is served in each language, the scientific name, then the others. */
  byTree: ConcatenatedLists;
}

export class GatheredNames {
  readonly #table = new NumberedTexts();
  /** For each tree its names as they were given. */
  readonly #given = new GrowingLists();
  /** For each tree its names, also what is compared of them, each once; and what each is to it. */
  readonly #names = new GrowingLists();
  readonly #kinds = new GrowingLists();

  add({ names, synonyms }: TreeTexts): void {
    const kinds = new Map<number, number>();
    const note = (name: number, kind: number) => kinds.set(name, (kinds.get(name) ?? 0) | kind);
    for (const [place, name] of names.entries()) {
      const folded = fold(name);
      const given = this.#table.numberOf(folded);
      this.#given.add(given);
      note(given, kindAt(place, synonyms));
      const compared = place >= SCIENTIFIC_NAME && place < OTHER_NAMES + synonyms ? comparedOf(name) : undefined;
      if (compared === undefined) continue;
      const number = compared === folded ? given : this.#table.numberOf(compared);
      note(number, place === SCIENTIFIC_NAME ? NAME_KINDS.accepted : NAME_KINDS.synonym);
    }
    for (const [name, kindsOfName] of kinds) {
      this.#names.add(name);
      this.#kinds.add(kindsOfName);
    }
    for (const lists of [this.#given, this.#names, this.#kinds]) lists.endList();
  }

  /** Of each tree its number; NO_TREE where it is not among all trees any more. */
  collected(numbers: Uint32Array): CollectedNames {
    const trees = Uint32Array.from(numbers.keys())
      .filter((tree) => numbers[tree] !== NO_TREE)
      .sort((a, b) => numbers[a] - numbers[b]);
    const entries = new Pairs();
    for (const tree of trees) {
      const [names, kinds] = [this.#names.get(tree), this.#kinds.get(tree)];
      for (let at = 0; at < names.length; at++) entries.add(names[at], numbers[tree] * KINDS + kinds[at]);
    }
    const isUsed = new Uint8Array(this.#table.length);
    entries.markKeys(isUsed);
    const { texts, places } = this.#table.sorted(isUsed);
    const { offsets, items } = this.#given.of(trees);
    const byTree = { offsets, items: lookedUp(items, places) };
    return { names: texts, entries: entries.lists(places, texts.length), byTree };
  }
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
