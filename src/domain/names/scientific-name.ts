// Parses scientific names as people write them: separates the name from authors, years, ranks, hybrid signs and doubts.
// A name with unrecognized parts is doubtful.

import { fold } from '../vocabulary.ts';
import { AuthorRange } from './author-range.ts';
import { plainText, type Token, tokenize } from './name-tokens.ts';
import {
  ANY_SPECIES,
  CLOSING,
  CROSSES,
  DASHES,
  DENIALS,
  DOUBTS,
  isSpecial,
  LATE_PARTICLES,
  LINKS,
  NOTES,
  OPENING,
  PARTICLES,
  QUOTES,
  RANKS,
  SENSES,
  SEPARATORS,
} from './name-words.ts';

export interface ScientificName {
  /** Genus, subgenus, epithet and infraspecific epithet are folded. A genus may stand alone. */
  genus: string;
  /** In brackets after the genus, if an epithet follows. */
  subgenus: string | undefined;
  epithet: string | undefined;
  infraspecific: string | undefined;
  /** The last part's, if written: in lower case, without a dot. */
  rank: string | undefined;
  authorship: string;
  name: string;
  /** Whether the author was unsure (`cf.`, `aff.`, `?`), meant another plant (`auct. non L.`), or wrote something unrecognized. */
  isDoubtful: boolean;
  isNarrower: boolean;
  /** Whether it is a hybrid formula such as `Quercus robur × petraea`. */
  isFormula: boolean;
  /** The text from where another name seems to begin. */
  also: string | undefined;
}

const WORD = /^\p{L}[\p{L}\p{M}\p{N}]*(?:[-'’][\p{L}\p{M}\p{N}]+)*$/u;
const SMALL = /^\p{Ll}/u;
const CAPITAL = /\p{Lu}/u;
const APOSTROPHE = /['’]/;
/** As in `O'Donoghue`. */
const CAPITAL_WITHIN = /['’]\p{Lu}/u;
const YEAR = /^1[5-9]\d\d|^20\d\d/;
const LETTER = /^\p{L}/u;
const SIGNS = [DOUBTS, CROSSES, OPENING, CLOSING];
const EDGES = /^[[("'“‘{\])”’}]$/;

/** Undefined if the text cannot be the name of a plant. */
export function parseScientificName(text: string): ScientificName | undefined {
  const plain = plainName(text);
  if (plain) return plain;
  const reader = new Reader(withoutEdges(plainText(text)));
  return reader.readGenus() ? reader.read() : undefined;
}

const TWO_WORDS = /^[A-Z][a-z]+ [a-z][a-z0-9]+$/;
const NOTHING_ELSE = {
  ...{ subgenus: undefined, infraspecific: undefined, rank: undefined, authorship: '', also: undefined },
  ...{ isDoubtful: false, isNarrower: false, isFormula: false },
};

/** Handles names of a genus and an epithet alone, which are the most frequent, without a parser. */
function plainName(text: string): ScientificName | undefined {
  if (!TWO_WORDS.test(text)) return undefined;
  const folded = text.toLowerCase();
  const space = folded.indexOf(' ');
  const [genus, epithet] = [folded.slice(0, space), folded.slice(space + 1)];
  return isSpecial(genus) || isSpecial(epithet) ? undefined : { genus, epithet, name: text, ...NOTHING_ELSE };
}

export function canonicalName({ genus, epithet, infraspecific }: ScientificName): string {
  return [genus, epithet, infraspecific].filter((part) => part !== undefined).join(' ');
}

class Reader {
  readonly #text: string;
  readonly #tokens: Token[];
  readonly #lastWord: number;
  /** Whether all letters have the same case, so that case means nothing. */
  readonly #isFlat: boolean;
  readonly #name: string[] = [];
  readonly #found = { genus: '', isDoubtful: false, isNarrower: false, isFormula: false };
  readonly #authors = new AuthorRange();
  #subgenus: string | undefined;
  #epithet: Token | undefined;
  #infraspecific: Token | undefined;
  #rank: string | undefined;
  #also: string | undefined;
  #openQuotes = 0;
  /** Whether the previous token was an epithet. */
  #isAfterEpithet = false;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenize(text);
    this.#lastWord = this.#tokens.findLastIndex((token) => LETTER.test(token.text));
    this.#isFlat = text === text.toLowerCase() || text === text.toUpperCase();
  }

  readGenus(): boolean {
    for (; this.#is(QUOTES) || this.#is(OPENING) || this.#is(NOTES); this.#at++)
      if (this.#is(QUOTES)) this.#openQuotes++;
    this.#skipTo(this.#afterSigns(this.#at));
    const genus = this.#tokens[this.#at]?.text ?? '';
    this.#found.genus = foldGenus(genus);
    if (this.#found.genus.length < 2 || !WORD.test(this.#found.genus)) return false;
    this.#name.push(genus);
    this.#at++;
    while (this.#is(NOTES) || this.#is(CLOSING)) this.#at++;
    if (this.#isSubgenus()) {
      this.#subgenus = fold(this.#tokens[this.#at + 1].text);
      this.#at += 3;
    }
    return true;
  }

  read(): ScientificName {
    const at = this.#afterSigns(this.#at);
    if (this.#is(ANY_SPECIES, at)) this.#at = this.#tokens.length;
    else if (this.#isEpithet(at, !this.#is(OPENING, at - 1))) this.#epithet = this.#takeEpithet(at);
    while (this.#at < this.#tokens.length) this.#readRest();
    return {
      ...this.#found,
      subgenus: this.#subgenus,
      epithet: this.#epithet && foldEpithet(this.#epithet.text),
      infraspecific: this.#infraspecific && foldEpithet(this.#infraspecific.text),
      rank: this.#rank,
      authorship: this.#authors.of(this.#text),
      name: this.#name.join(' '),
      also: this.#also,
    };
  }

  #readRest(): void {
    const token = this.#tokens[this.#at];
    if (this.#isOtherName(token)) this.#endBefore(token);
    else if (DENIALS.has(sign(token)) && !this.#isSense(this.#at)) this.#deny(token);
    else if (this.#isFormula(token)) this.#end('isFormula');
    else if (this.#isCultivar(token)) this.#end('isNarrower');
    else if (this.#epithet !== undefined && this.#isRank(this.#at)) this.#readRanked(token);
    else if (this.#epithet !== undefined && this.#isEpithet(this.#at)) this.#readUnranked();
    else {
      if (token.isWord) this.#readAuthor(token);
      else this.#readSign(token);
      this.#isAfterEpithet = false;
      this.#at++;
    }
  }

  #isOtherName(token: Token): boolean {
    const { text, start, end, isDotted } = token;
    if (this.#at >= this.#lastWord) return foldGenus(text) === this.#found.genus;
    if (DASHES.has(text)) return this.#text[start - 1] === ' ' || this.#text[end] === ' ';
    const isSmall = !token.isWord || this.#isSmall(token) || text.length > 2;
    const isBetween = SEPARATORS.has(sign(token)) && (!isDotted || text.length > 2);
    const isLink = this.#isAfterEpithet && LINKS.has(sign(token)) && !isDotted;
    return (isSmall && (isBetween || isLink)) || foldGenus(text) === this.#found.genus;
  }

  #endBefore({ text, start, end }: Token): void {
    this.#also = this.#text.slice(foldGenus(text) === this.#found.genus ? start : end).trim();
    this.#at = this.#tokens.length;
  }

  #deny({ start }: Token): void {
    this.#found.isDoubtful = true;
    this.#authors.add({ start, end: this.#text.length });
    this.#at = this.#tokens.length;
  }

  #isFormula({ text, isDotted }: Token): boolean {
    const isSign = text === '×' || text === 'x' || (text === 'X' && !isDotted);
    return isSign && this.#at < this.#lastWord;
  }

  #isCultivar(token: Token): boolean {
    return sign(token) === 'cv' || (QUOTES.has(token.text) && this.#openQuotes === 0);
  }

  #end(what: 'isFormula' | 'isNarrower'): void {
    this.#found[what] = true;
    this.#at = this.#tokens.length;
  }

  #isRank(at: number): boolean {
    const token = this.#tokens[at];
    if (!RANKS.has(sign(token))) return false;
    const after = this.#afterSigns(at + 1);
    const next = this.#tokens[after];
    if (!next || next.text.length < 2 || !WORD.test(next.text) || isSpecial(next.text)) return false;
    // `f.` before a capital letter is a form after an epithet, and a son after an author.
    const isForm = token.text === 'f' && !this.#isFlat && this.#isAfterEpithet;
    return sign(token) !== 'f' || isForm || this.#isEpithet(after);
  }

  #readRanked(token: Token): void {
    if (this.#rank === sign(token)) this.#found.isDoubtful = true;
    this.#rank = sign(token);
    this.#name.push(token.isDotted ? `${token.text}.` : token.text);
    this.#at++;
    this.#infraspecific = this.#takeEpithet(this.#afterSigns(this.#at));
  }

  /** An epithet that doesn't follow another one, or is the second without a rank, is doubtful. */
  #readUnranked(): void {
    const isSecond = this.#infraspecific !== undefined && this.#rank === undefined;
    if (!this.#isAfterEpithet || isSecond) this.#found.isDoubtful = true;
    this.#rank = undefined;
    this.#infraspecific = this.#takeEpithet(this.#at);
  }

  #takeEpithet(at: number): Token {
    this.#skipTo(at);
    const token = this.#tokens[this.#at++];
    this.#name.push(token.text);
    this.#authors.clear();
    this.#isAfterEpithet = true;
    return token;
  }

  #readAuthor(token: Token): void {
    if (DOUBTS.has(sign(token))) this.#found.isDoubtful = true;
    else {
      if (!this.#isAuthor(token)) this.#found.isDoubtful = true;
      this.#authors.add(token);
    }
  }

  #isAuthor(token: Token): boolean {
    const word = sign(token);
    if (word === 'f') return this.#isSon(token);
    if (RANKS.has(word) || CROSSES.has(token.text.toLowerCase())) return token.text === 'X' && token.isDotted;
    if (token.isJoined || this.#isParticle(this.#at) || this.#isSense(this.#at)) return true;
    if (SMALL.test(token.text)) return this.#isFlat || CAPITAL.test(token.text);
    return this.#isAfterParticle(this.#at) || !this.#isInStyleOfEpithet(token);
  }

  #isParticle(at: number): boolean {
    return this.#is(PARTICLES, at) || this.#is(LATE_PARTICLES, at);
  }

  /** Whether, in a text of one case, the particle before a word makes it part of an author's name. */
  #isAfterParticle(at: number): boolean {
    const isLong = this.#tokens[at - 1]?.text.length > 1;
    return this.#isFlat && isLong && this.#isParticle(at - 1) && !this.#is(LINKS, at - 1);
  }

  /** `L. f.` or the initial of `F.Muell.`; not if it could be a form as well. */
  #isSon({ text }: Token): boolean {
    const next = this.#tokens[this.#at + 1];
    if (this.#isFlat) return next?.isDotted === true || !this.#isAfterEpithet;
    const isBeforeWord = next !== undefined && LETTER.test(next.text) && !next.isDotted && !isSpecial(next.text);
    return text === 'F' || (!this.#isAfterEpithet && !isBeforeWord);
  }

  /** `sensu lato`, `s.l.`. */
  #isSense(at: number): boolean {
    const isFirst = (place: number) => ['s', 'sensu'].includes(sign(this.#tokens[place]));
    return (isFirst(at) && this.#is(SENSES, at + 1)) || (isFirst(at - 1) && this.#is(SENSES, at));
  }

  /** An author who capitalizes one epithet may capitalize the next. */
  #isInStyleOfEpithet({ text, isDotted }: Token): boolean {
    const epithet = (this.#infraspecific ?? this.#epithet)?.text ?? '';
    const isUpper = (word: string) => word === word.toUpperCase();
    return !isDotted && LETTER.test(text) && !SMALL.test(epithet) && isUpper(text) === isUpper(epithet);
  }

  #readSign(token: Token): void {
    if (OPENING.has(token.text)) this.#authors.open(token);
    else if (CLOSING.has(token.text)) this.#authors.close(token);
    else if (QUOTES.has(token.text)) this.#openQuotes--;
    else if (!NOTES.has(token.text) && !DASHES.has(token.text)) this.#found.isDoubtful = true;
  }

  #skipTo(end: number): void {
    for (; this.#at < end; this.#at++) {
      if (this.#is(DOUBTS)) this.#found.isDoubtful = true;
      else if (this.#is(CROSSES)) this.#name.push('×');
    }
  }

  #afterSigns(from: number): number {
    let at = from;
    while (at < this.#lastWord && SIGNS.some((signs) => this.#is(signs, at))) at++;
    return at;
  }

  #isSubgenus(): boolean {
    const [open, word, close] = this.#tokens.slice(this.#at, this.#at + 3);
    const isEnclosed = close !== undefined && OPENING.has(open.text) && CLOSING.has(close.text);
    return isEnclosed && WORD.test(word.text) && this.#isEpithet(this.#afterSigns(this.#at + 3));
  }

  /** Authors begin with a capital, but so does the second word of a name in title case. */
  #isEpithet(at: number, mayBeCapital = false): boolean {
    const token = this.#tokens[at];
    if (!token || !WORD.test(token.text) || token.text.length < 2) return false;
    if (isSpecial(token.text) && !(mayBeCapital && LATE_PARTICLES.has(sign(token)))) return false;
    const isLong = token.text.length > 3;
    const isSmall = this.#isSmall(token);
    const isLast = at === this.#lastWord && isLong && (mayBeCapital ? isSmall : !this.#isFlat);
    const isCut = token.isDotted && !isLast;
    const isExpected = mayBeCapital || this.#is(RANKS, at - 1) || this.#is(DOUBTS, at - 1);
    const isOdd = token.isJoined || APOSTROPHE.test(token.text) || this.#isAfterParticle(at);
    if (isCut || (isOdd && !isExpected) || this.#isSense(at)) return false;
    return isSmall || (mayBeCapital && isLong && !CAPITAL_WITHIN.test(token.text) && !this.#isBeforeYear(at));
  }

  #isSmall({ text }: Token): boolean {
    return this.#isFlat || !CAPITAL.test(text);
  }

  /** Whether a year follows, possibly after other authors: then the word is an author. */
  #isBeforeYear(at: number): boolean {
    let next = at + 1;
    while (this.#is(LINKS, next)) next += 2;
    while (this.#tokens[next]?.text === ',' || this.#is(OPENING, next)) next++;
    return YEAR.test(this.#tokens[next]?.text ?? '');
  }

  #is(words: Set<string>, at = this.#at): boolean {
    return words.has(sign(this.#tokens[at]));
  }
}

/** The rules of nomenclature delete hyphens from most genera. */
function foldGenus(text: string): string {
  return foldEpithet(text).replaceAll(' ', '');
}

function foldEpithet(text: string): string {
  return fold(text.replace(/['’]/g, ''));
}

function sign(token: Token | undefined): string {
  return token?.text.toLowerCase() ?? '';
}

function withoutEdges(text: string): string {
  const isEnclosed = EDGES.test(text[0] ?? '') && EDGES.test(text.at(-1) ?? '') && text.length > 2;
  return isEnclosed ? text.slice(1, -1).trim() : text;
}
