// Finds the tree that a name means, as people write it, by the rules of docs/guide/matching-names.md. A match that isn't certain
// is fuzzy or ambiguous.

import { maxTypos, otherGenders, typoDistance } from '../domain/names/edit-distance.ts';
import { isSpecial } from '../domain/names/name-words.ts';
import { canonicalName, parseScientificName, type ScientificName } from '../domain/names/scientific-name.ts';
import { fold, words } from '../domain/vocabulary.ts';
import { NAME_KINDS } from '../snapshot/layout.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { Likeness } from './likeness.ts';

export const MATCH_STATUSES = ['accepted', 'synonym', 'commonName', 'fuzzy', 'ambiguous', 'none'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

export interface NameMatch {
  status: MatchStatus;
  tree: number | undefined;
  candidates: number[];
}

export const MAX_CANDIDATES = 5;
/** In genus and epithet together. */
const MAX_TYPOS = 3;
/** Names with nearly the same letters that are compared letter by letter. */
const MAX_COMPARED = 2_000;
const MAX_NAME_LENGTH = 80;
const MAX_AUTHORS = 20;
const MIN_EPITHET_LENGTH = 3;

const COMMON = NAME_KINDS.title | NAME_KINDS.commonNames;
const BOTANICAL = NAME_KINDS.accepted | NAME_KINDS.synonym;

/** By tree: what the name is to it, as bits of NAME_KINDS. */
type Fits = Map<number, number>;

const NO_FITS: Fits = new Map();
const NONE: NameMatch = { status: 'none', tree: undefined, candidates: [] };

export class NameMatcher {
  readonly #snapshot: Snapshot;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  match(text: string): NameMatch {
    const name = parseScientificName(text);
    const common = this.#treesOf(fold(text), COMMON);
    if (!name || name.isFormula) return sure(common) ?? (name ? anyOf(this.#species(name)) : NONE);
    if (name.epithet === undefined) return this.#matchGenus(name, common);
    if (name.also !== undefined) return sure(common) ?? this.#matchEither(name, name.also);
    const isDoubted = name.isDoubtful || name.isNarrower;
    const exact = this.#exact(name);
    const hidden = isDoubted ? NO_FITS : this.#namedLikeAuthors(name);
    if ([...hidden.keys()].some((tree) => !exact.has(tree))) return likely(hidden) ?? NONE;
    for (const [tree, kinds] of common) exact.set(tree, (exact.get(tree) ?? 0) | kinds);
    return sure(exact, isDoubted) ?? sure(this.#inOtherGenders(name), isDoubted) ?? this.#guess(name);
  }

  /** A genus is not a tree, even if it has only one. A common name may be spelt like it, and its only author like an epithet. */
  #matchGenus(name: ScientificName, common: Fits): NameMatch {
    const { genus, authorship } = name;
    const hidden = authorship.includes(' ') ? undefined : likely(this.#namedLikeAuthors(name));
    if (hidden) return hidden;
    const trees = new Map([...common, ...this.#ofGenus(genus)]);
    if (trees.size === 0) return genus.length > MAX_NAME_LENGTH ? NONE : this.#guessBlank(genus);
    return sure(trees.size === common.size ? common : new Map()) ?? anyOf(trees);
  }

  /** Two names are never certain, even if both are of one tree. */
  #matchEither(name: ScientificName, also: string): NameMatch {
    const other = parseScientificName(also);
    const ofOther = other?.epithet === undefined ? NO_FITS : this.#exact(other);
    return likely(new Map([...this.#exact(name), ...ofOther])) ?? this.#guess(name);
  }

  /** The trees with an epithet that is written like an author or a subgenus: with a capital, a dot, or brackets. */
  #namedLikeAuthors({ genus, subgenus = '', epithet, authorship }: ScientificName): Fits {
    const authors = words(`${subgenus} ${authorship}`)
      .filter((word) => word.length >= MIN_EPITHET_LENGTH && !isSpecial(word))
      .slice(0, MAX_AUTHORS);
    const below = epithet ? authors.flatMap((author) => this.#keysNear(`${genus} ${epithet} `, author)) : [];
    const keys = [...below, ...authors.map((author) => `${genus} ${author}`)];
    return new Map(keys.flatMap((key) => [...this.#treesOf(key, BOTANICAL)]));
  }

  #keysNear(start: string, rest: string): string[] {
    const { keys } = this.#snapshot.names;
    const [first, end] = keys.findPrefix(start);
    const known = Array.from({ length: end - first }, (_, index) => keys.get(first + index));
    const most = maxTypos(rest);
    return known.filter((key) => {
      const found = key.slice(start.length);
      return typoDistance(rest, found, most) <= most && !isNamedAfter(rest, found);
    });
  }

  #exact(name: ScientificName): Fits {
    const found = this.#treesOf(canonicalName(name), BOTANICAL);
    return found.size === 0 && isAutonym(name) ? this.#species(name) : found;
  }

  #species({ genus, epithet }: ScientificName): Fits {
    return this.#treesOf(`${genus} ${epithet}`, BOTANICAL);
  }

  #inOtherGenders({ genus, epithet = '', infraspecific }: ScientificName): Fits {
    const [start, last] = infraspecific === undefined ? [genus, epithet] : [`${genus} ${epithet}`, infraspecific];
    return new Map(otherGenders(last).flatMap((each) => [...this.#treesOf(`${start} ${each}`, BOTANICAL)]));
  }

  /** Without the blank. */
  #guessBlank(joined: string): NameMatch {
    const splits = this.#split(joined);
    return nearest(this.#ofSplits(splits, 0)) ?? nearest(this.#ofSplits(splits, 1)) ?? NONE;
  }

  /** With blanks in other places, then with typos, then the species instead of a part of it. */
  #guess(name: ScientificName): NameMatch {
    const joined = canonicalName(name).replaceAll(' ', '');
    if (joined.length > MAX_NAME_LENGTH) return NONE;
    const splits = this.#split(joined);
    const rest = [name.epithet, name.infraspecific].filter((part) => part !== undefined).join(' ');
    return (
      nearest(this.#ofSplits(splits, 0)) ??
      nearest(this.#near(name.genus, rest)) ??
      (name.infraspecific === undefined ? undefined : likely(this.#species(name))) ??
      nearest(this.#ofSplits(splits, 1)) ??
      NONE
    );
  }

  /** Each genus of the catalogue that a text begins with, and what follows. */
  #split(joined: string): Split[] {
    const { keys } = this.#snapshot.genera;
    const splits: Split[] = [];
    for (let end = 2; end < joined.length - 1; end++) {
      const genus = joined.slice(0, end);
      if (keys.find(genus) !== -1) splits.push({ genus, rest: joined.slice(end) });
    }
    return splits;
  }

  #ofSplits(splits: Split[], most: number): Distances {
    const found: Distances = new Map();
    for (const { genus, rest } of splits) this.#compareIn(genus, rest, most, 1, found);
    return found;
  }

  #near(genus: string, rest: string): Distances {
    const { keys, letters } = this.#snapshot.genera;
    const most = maxTypos(genus);
    const likeness = new Likeness(genus, most);
    const found: Distances = new Map();
    const next = (from: number) => likeness.next(letters, keys, from, letters.length);
    for (let number = next(0); number < letters.length; number = next(number + 1)) {
      const known = keys.get(number);
      const distance = typoDistance(genus, known, most);
      if (distance <= most) this.#compareIn(known, rest, maxTypos(rest), distance, found);
    }
    return found;
  }

  /** Adds the names of a genus whose other part is near. */
  #compareIn(genus: string, rest: string, most: number, distanceOfGenus: number, into: Distances): void {
    const { keys, trees, kinds, letters } = this.#snapshot.names;
    // Another gender is one typo, even if it is two letters.
    const likeness = new Likeness(rest, most + 1);
    const before = Buffer.byteLength(genus) + 1;
    const [first, end] = keys.findPrefix(`${genus} `);
    let compared = 0;
    const next = (from: number) => likeness.next(letters, keys, from, end, before);
    for (let number = next(first); number < end && compared < MAX_COMPARED; number = next(number + 1)) {
      compared++;
      const distance = distanceOfGenus + typoDistance(rest, keys.get(number).slice(genus.length + 1), most);
      if (distance - distanceOfGenus > most || distance > MAX_TYPOS) continue;
      for (let at = trees.offsets[number]; at < trees.offsets[number + 1]; at++) {
        if (!(kinds[at] & BOTANICAL)) continue;
        const tree = trees.items[at];
        into.set(tree, Math.min(into.get(tree) ?? Number.POSITIVE_INFINITY, distance));
      }
    }
  }

  #ofGenus(genus: string): Fits {
    const [first, end] = this.#snapshot.names.keys.findPrefix(`${genus} `);
    return this.#treesIn(first, end, NAME_KINDS.accepted, MAX_CANDIDATES + 1);
  }

  #treesOf(key: string, wanted: number): Fits {
    const number = this.#snapshot.names.keys.find(key);
    return number === -1 ? new Map() : this.#treesIn(number, number + 1, wanted);
  }

  /** Up to `max` trees with names of the range that are of the wanted kinds. */
  #treesIn(first: number, end: number, wanted: number, max = Number.POSITIVE_INFINITY): Fits {
    const { trees, kinds } = this.#snapshot.names;
    const found: Fits = new Map();
    for (let at = trees.offsets[first]; at < trees.offsets[end] && found.size < max; at++) {
      if (kinds[at] & wanted) found.set(trees.items[at], kinds[at] & wanted);
    }
    return found;
  }
}

interface Split {
  genus: string;
  rest: string;
}

/** Typos by tree. */
type Distances = Map<number, number>;

/** Whether an epithet is the genitive of an author's name, such as `makinoi`. */
function isNamedAfter(author: string, epithet: string): boolean {
  return epithet.startsWith(author) && /^(?:e|ae|ii?)$/.test(epithet.slice(author.length));
}

/** Whether the infraspecific epithet repeats the species': such a name means the species. */
function isAutonym({ epithet = '', infraspecific = '' }: ScientificName): boolean {
  return epithet === infraspecific || otherGenders(epithet).includes(infraspecific);
}

function sure(fits: Fits, isDoubted = false): NameMatch | undefined {
  const [first, ...others] = fits;
  if (!first) return undefined;
  if (others.length > 0) return anyOf(fits);
  const [tree, kinds] = first;
  const isBotanical = (kinds & BOTANICAL) !== 0;
  return { status: isDoubted && isBotanical ? 'fuzzy' : statusOf(kinds), tree, candidates: [] };
}

function statusOf(kinds: number): MatchStatus {
  if (kinds & NAME_KINDS.accepted) return 'accepted';
  return kinds & NAME_KINDS.synonym ? 'synonym' : 'commonName';
}

function anyOf(fits: Fits): NameMatch {
  const candidates = [...fits.keys()].slice(0, MAX_CANDIDATES);
  return candidates.length === 0 ? NONE : { status: 'ambiguous', tree: undefined, candidates };
}

function likely(fits: Fits): NameMatch | undefined {
  const [tree, ...others] = fits.keys();
  if (tree === undefined) return undefined;
  return others.length > 0 ? anyOf(fits) : { status: 'fuzzy', tree, candidates: [] };
}

function nearest(distances: Distances): NameMatch | undefined {
  const least = Math.min(...distances.values());
  return likely(new Map([...distances].filter(([, distance]) => distance === least)));
}
