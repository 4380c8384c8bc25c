// In charge of reading scientific names as people write them: what names the tree is told apart from authors, years, ranks,
// hybrid signs and doubts. Nothing is compared here.

import { fold } from './vocabulary.ts';

export interface ScientificName {
  /** These three are folded. A genus may stand alone. */
  genus: string;
  epithet: string | undefined;
  infraspecific: string | undefined;
  /** As written, empty where there are none. */
  authorship: string;
  /** The name alone, as written. */
  name: string;
  /** Whether the writer was not sure (`cf.`, `aff.`, `?`). */
  isDoubtful: boolean;
  /** Whether something narrower is meant, such as a cultivar. */
  isNarrower: boolean;
  /** Whether a crossing of two is meant, such as `Quercus robur × petraea`. */
  isFormula: boolean;
}

const RANKS = wordSet('subsp ssp subspecies var variety varietas subvar f fo forma subf nothosubsp nothovar convar');
const DOUBTS = wordSet('cf cfr aff affin prox nr ?');
const ANY_SPECIES = wordSet('sp spp spec species indet');
const CROSSES = wordSet('× x ✕ ✖');
/** Of authors, which begin with small letters too. */
const PARTICLES = wordSet(
  'ex et and und y e in de du da di del der den la le van von zu bis non nec auct auctt emend nom hort',
);
const CULTIVAR = /^["'‘’“”]|^cv\.?$/;
/** Digits are kindly taken for letters, after the first. */
const WORD = /^\p{L}[\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)*$/u;
const EDGES = /^[[("'“‘{]|[\])"'”’}]$/;

function wordSet(words: string): Set<string> {
  return new Set(words.split(' '));
}

/** What a text says, or undefined where it cannot be the name of a plant. */
export function parseScientificName(text: string): ScientificName | undefined {
  const reader = new Reader(text);
  return reader.readGenus() ? reader.read() : undefined;
}

/** What is compared of a name: its folded parts. */
export function canonicalName({ genus, epithet, infraspecific }: ScientificName): string {
  return [genus, epithet, infraspecific].filter((part) => part !== undefined).join(' ');
}

const GENDERS = [
  ['us', 'um', 'a'],
  ['is', 'e'],
  ['er', 'ra', 'rum'],
];

/** An epithet in its other genders. */
export function otherGenders(epithet: string): string[] {
  const others = GENDERS.flatMap((endings) => {
    const own = endings.find((ending) => epithet.length > ending.length + 2 && epithet.endsWith(ending));
    if (own === undefined) return [];
    const stem = epithet.slice(0, -own.length);
    return endings.filter((ending) => ending !== own).map((ending) => stem + ending);
  });
  return [...new Set(others)];
}

class Reader {
  readonly #tokens: string[];
  /** Whether all letters are of one case, so that case tells nothing. */
  readonly #isFlat: boolean;
  readonly #name: string[] = [];
  readonly #found = { genus: '', isDoubtful: false, isNarrower: false, isFormula: false };
  #epithet: string | undefined;
  #infraspecific: string | undefined;
  #authors: string[] = [];
  #at = 0;

  constructor(text: string) {
    const plain = withoutEdges(text.replaceAll('_', ' ').replaceAll('×', ' × ').trim());
    this.#tokens = plain.split(/\s+/);
    this.#isFlat = plain === plain.toLowerCase() || plain === plain.toUpperCase();
  }

  readGenus(): boolean {
    this.#skipSigns();
    const genus = bare(this.#tokens[this.#at] ?? '');
    this.#found.genus = fold(genus);
    if (this.#found.genus.length < 2 || this.#found.genus.includes(' ') || !WORD.test(this.#found.genus)) return false;
    this.#name.push(genus);
    this.#at++;
    if (isSubgenus(this.#tokens[this.#at]) && this.#isEpithet(this.#at + 1)) this.#at++;
    return true;
  }

  read(): ScientificName {
    this.#skipSigns();
    const isAnySpecies = ANY_SPECIES.has(sign(this.#tokens[this.#at]));
    if (isAnySpecies) this.#at = this.#tokens.length;
    else if (this.#isEpithet(this.#at, true)) {
      this.#epithet = this.#takeEpithet();
      if (this.#isEpithet(this.#at)) this.#infraspecific = this.#takeEpithet();
    }
    while (this.#at < this.#tokens.length) this.#readRest();
    const authorship = this.#authors.join(' ');
    const name = this.#name.join(' ');
    return { ...this.#found, epithet: this.#epithet, infraspecific: this.#infraspecific, authorship, name };
  }

  /** Ranks with their epithets, authors, doubts, crossings and cultivars, in whatever order. */
  #readRest(): void {
    const token = this.#tokens[this.#at];
    const isSmall = this.#isFlat || token === token.toLowerCase();
    const isRank = isSmall && RANKS.has(sign(token)) && this.#isEpithet(this.#at + 1);
    if (this.#epithet !== undefined && (isRank || this.#isEpithet(this.#at))) {
      if (isRank) this.#name.push(this.#tokens[this.#at++]);
      this.#infraspecific = this.#takeEpithet();
      this.#authors = [];
    } else if (CROSSES.has(sign(token)) && WORD.test(bare(this.#tokens[this.#at + 1] ?? ''))) this.#end('isFormula');
    else if (CULTIVAR.test(token)) this.#end('isNarrower');
    else {
      if (DOUBTS.has(sign(token))) this.#found.isDoubtful = true;
      else this.#authors.push(token);
      this.#at++;
    }
  }

  #end(what: 'isFormula' | 'isNarrower'): void {
    this.#found[what] = true;
    this.#at = this.#tokens.length;
  }

  #takeEpithet(): string {
    const epithet = bare(this.#tokens[this.#at++]);
    this.#name.push(epithet);
    return fold(epithet);
  }

  #skipSigns(): void {
    for (; this.#at < this.#tokens.length - 1; this.#at++) {
      const token = sign(this.#tokens[this.#at]);
      if (DOUBTS.has(token)) this.#found.isDoubtful = true;
      else if (CROSSES.has(token)) this.#name.push('×');
      else return;
    }
  }

  /** Authors begin with a capital, but so does the second word of who writes titles. */
  #isEpithet(at: number, mayBeCapital = false): boolean {
    const token = this.#tokens[at] ?? '';
    const word = bare(token);
    const isCut = token.endsWith('.') && !(mayBeCapital && at === this.#tokens.length - 1 && word.length > 3);
    const isPlain = WORD.test(word) && word.length > 1 && !isCut && !isSpecial(word);
    return isPlain && (this.#isFlat || word === word.toLowerCase() || (mayBeCapital && word.length > 3));
  }
}

function isSpecial(word: string): boolean {
  const small = word.toLowerCase();
  return RANKS.has(small) || PARTICLES.has(small) || DOUBTS.has(small) || ANY_SPECIES.has(small) || CROSSES.has(small);
}

/** `Quercus (Lepidobalanus) robur`. */
function isSubgenus(token = ''): boolean {
  return token.startsWith('(') && token.endsWith(')') && WORD.test(token.slice(1, -1));
}

function sign(token = ''): string {
  return token.toLowerCase().replace('.', '');
}

/** Without the punctuation after it. */
function bare(token: string): string {
  let end = token.length;
  while (end > 0 && ',;:.?'.includes(token[end - 1])) end--;
  return token.slice(token.startsWith('?') ? 1 : 0, end);
}

/** Without brackets or quotes around the whole of it. */
function withoutEdges(text: string): string {
  const isEnclosed = EDGES.test(text[0] ?? '') && EDGES.test(text.at(-1) ?? '') && text.length > 2;
  return isEnclosed ? text.slice(1, -1).trim() : text;
}
