// Parses scientific names as people write them: separates the name from authors, years, ranks, hybrid signs and doubts.
// A name with unrecognized parts is doubtful.

import { AuthorStretch } from './author-stretch.ts';
import { type Piece, piecesOf, plainText } from './name-pieces.ts';
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
import { fold } from './vocabulary.ts';

export interface ScientificName {
  /** Genus, subgenus, epithet and infraspecific epithet are folded. A genus may stand alone. */
  genus: string;
  /** In brackets after the genus, if an epithet follows. */
  subgenus: string | undefined;
  epithet: string | undefined;
  infraspecific: string | undefined;
  /** The last part's, if written: in lower case, without a dot. */
  rank: string | undefined;
  /** As written; empty if there is none. */
  authorship: string;
  /** Without authors, as written. */
  name: string;
  /** Whether the author was unsure (`cf.`, `aff.`, `?`), meant another plant (`auct. non L.`), or wrote something unrecognized. */
  isDoubtful: boolean;
  /** Whether it names something narrower, such as a cultivar. */
  isNarrower: boolean;
  /** Whether it is a hybrid formula such as `Quercus robur × petraea`. */
  isFormula: boolean;
  /** The text from where another name seems to begin. */
  also: string | undefined;
}

/** Tolerates digits after the first letter. */
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
const NOTHING_MORE = {
  subgenus: undefined,
  infraspecific: undefined,
  rank: undefined,
  authorship: '',
  also: undefined,
};
const NOTHING_SAID = { isDoubtful: false, isNarrower: false, isFormula: false };

/** Handles names of a genus and an epithet alone, which are the most frequent, without a parser. */
function plainName(text: string): ScientificName | undefined {
  if (!TWO_WORDS.test(text)) return undefined;
  const folded = text.toLowerCase();
  const space = folded.indexOf(' ');
  const [genus, epithet] = [folded.slice(0, space), folded.slice(space + 1)];
  return isSpecial(genus) || isSpecial(epithet)
    ? undefined
    : { genus, epithet, name: text, ...NOTHING_MORE, ...NOTHING_SAID };
}

/** The folded parts of a name; equal names have equal ones. */
export function canonicalName({ genus, epithet, infraspecific }: ScientificName): string {
  return [genus, epithet, infraspecific].filter((part) => part !== undefined).join(' ');
}

class Reader {
  readonly #text: string;
  readonly #pieces: Piece[];
  readonly #lastWord: number;
  /** Whether all letters have the same case, so that case means nothing. */
  readonly #isFlat: boolean;
  readonly #name: string[] = [];
  readonly #found = { genus: '', isDoubtful: false, isNarrower: false, isFormula: false };
  readonly #authors = new AuthorStretch();
  #subgenus: string | undefined;
  #epithet: Piece | undefined;
  #infraspecific: Piece | undefined;
  #rank: string | undefined;
  #also: string | undefined;
  #openQuotes = 0;
  /** Whether the previous token was an epithet. */
  #isAfterEpithet = false;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#pieces = piecesOf(text);
    this.#lastWord = this.#pieces.findLastIndex((piece) => LETTER.test(piece.text));
    this.#isFlat = text === text.toLowerCase() || text === text.toUpperCase();
  }

  readGenus(): boolean {
    for (; this.#is(QUOTES) || this.#is(OPENING) || this.#is(NOTES); this.#at++)
      if (this.#is(QUOTES)) this.#openQuotes++;
    this.#skipTo(this.#afterSigns(this.#at));
    const genus = this.#pieces[this.#at]?.text ?? '';
    this.#found.genus = foldGenus(genus);
    if (this.#found.genus.length < 2 || !WORD.test(this.#found.genus)) return false;
    this.#name.push(genus);
    this.#at++;
    while (this.#is(NOTES) || this.#is(CLOSING)) this.#at++;
    if (this.#isSubgenus()) {
      this.#subgenus = fold(this.#pieces[this.#at + 1].text);
      this.#at += 3;
    }
    return true;
  }

  read(): ScientificName {
    const at = this.#afterSigns(this.#at);
    if (this.#is(ANY_SPECIES, at)) this.#at = this.#pieces.length;
    else if (this.#isEpithet(at, !this.#is(OPENING, at - 1))) this.#epithet = this.#takeEpithet(at);
    while (this.#at < this.#pieces.length) this.#readRest();
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

  /** Reads ranks with their epithets, authors, doubts, formulas, cultivars and other names, in any order. */
  #readRest(): void {
    const piece = this.#pieces[this.#at];
    if (this.#isOtherName(piece)) this.#endBefore(piece);
    else if (this.#isDenial(piece)) this.#deny(piece);
    else if (this.#isFormula(piece)) this.#end('isFormula');
    else if (this.#isCultivar(piece)) this.#end('isNarrower');
    else if (this.#epithet !== undefined && this.#isRank(this.#at)) this.#readRanked(piece);
    else if (this.#epithet !== undefined && this.#isEpithet(this.#at)) this.#readUnranked();
    else {
      if (piece.isWord) this.#readAuthor(piece);
      else this.#readSign(piece);
      this.#isAfterEpithet = false;
      this.#at++;
    }
  }

  #isOtherName(piece: Piece): boolean {
    const { text, start, end, isDotted } = piece;
    if (this.#at >= this.#lastWord) return foldGenus(text) === this.#found.genus;
    if (DASHES.has(text)) return this.#text[start - 1] === ' ' || this.#text[end] === ' ';
    const isSmall = !piece.isWord || this.#isSmall(piece) || text.length > 2;
    const isBetween = SEPARATORS.has(sign(piece)) && (!isDotted || text.length > 2);
    const isLink = this.#isAfterEpithet && LINKS.has(sign(piece)) && !isDotted;
    return (isSmall && (isBetween || isLink)) || foldGenus(text) === this.#found.genus;
  }

  #endBefore({ text, start, end }: Piece): void {
    this.#also = this.#text.slice(foldGenus(text) === this.#found.genus ? start : end).trim();
    this.#at = this.#pieces.length;
  }

  #isDenial(piece: Piece): boolean {
    return DENIALS.has(sign(piece)) && !this.#isSense(this.#at);
  }

  #deny({ start }: Piece): void {
    this.#found.isDoubtful = true;
    this.#authors.add({ start, end: this.#text.length });
    this.#at = this.#pieces.length;
  }

  #isFormula({ text, isDotted }: Piece): boolean {
    const isSign = text === '×' || text === 'x' || (text === 'X' && !isDotted);
    return isSign && this.#at < this.#lastWord;
  }

  #isCultivar(piece: Piece): boolean {
    return sign(piece) === 'cv' || (QUOTES.has(piece.text) && this.#openQuotes === 0);
  }

  #end(what: 'isFormula' | 'isNarrower'): void {
    this.#found[what] = true;
    this.#at = this.#pieces.length;
  }

  #isRank(at: number): boolean {
    const piece = this.#pieces[at];
    if (!RANKS.has(sign(piece))) return false;
    const after = this.#afterSigns(at + 1);
    const next = this.#pieces[after];
    if (!next || next.text.length < 2 || !WORD.test(next.text) || isSpecial(next.text)) return false;
    return sign(piece) !== 'f' || this.#isEpithet(after) || this.#isForm(piece);
  }

  /** `f.` before a capital letter is a form after an epithet, and a son after an author. */
  #isForm({ text }: Piece): boolean {
    return text === 'f' && !this.#isFlat && this.#isAfterEpithet;
  }

  #readRanked(piece: Piece): void {
    if (this.#rank === sign(piece)) this.#found.isDoubtful = true;
    this.#rank = sign(piece);
    this.#name.push(piece.isDotted ? `${piece.text}.` : piece.text);
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

  #takeEpithet(at: number): Piece {
    this.#skipTo(at);
    const piece = this.#pieces[this.#at++];
    this.#name.push(piece.text);
    this.#authors.clear();
    this.#isAfterEpithet = true;
    return piece;
  }

  #readAuthor(piece: Piece): void {
    if (DOUBTS.has(sign(piece))) this.#found.isDoubtful = true;
    else {
      if (!this.#isAuthor(piece)) this.#found.isDoubtful = true;
      this.#authors.add(piece);
    }
  }

  #isAuthor(piece: Piece): boolean {
    const word = sign(piece);
    if (word === 'f') return this.#isSon(piece);
    if (RANKS.has(word) || CROSSES.has(piece.text.toLowerCase())) return piece.text === 'X' && piece.isDotted;
    if (piece.isJoined || this.#isParticle(this.#at) || this.#isSense(this.#at)) return true;
    if (SMALL.test(piece.text)) return this.#isFlat || CAPITAL.test(piece.text);
    return this.#isAfterParticle(this.#at) || !this.#isInStyleOfEpithet(piece);
  }

  #isParticle(at: number): boolean {
    return this.#is(PARTICLES, at) || this.#is(LATE_PARTICLES, at);
  }

  /** Whether, in a text of one case, the particle before a word makes it part of an author's name. */
  #isAfterParticle(at: number): boolean {
    const isLong = this.#pieces[at - 1]?.text.length > 1;
    return this.#isFlat && isLong && this.#isParticle(at - 1) && !this.#is(LINKS, at - 1);
  }

  /** `L. f.` or the initial of `F.Muell.`; not if it could be a form as well. */
  #isSon({ text }: Piece): boolean {
    const next = this.#pieces[this.#at + 1];
    if (this.#isFlat) return next?.isDotted === true || !this.#isAfterEpithet;
    const isBeforeWord = next !== undefined && LETTER.test(next.text) && !next.isDotted && !isSpecial(next.text);
    return text === 'F' || (!this.#isAfterEpithet && !isBeforeWord);
  }

  /** `sensu lato`, `s.l.`. */
  #isSense(at: number): boolean {
    const isFirst = (place: number) => ['s', 'sensu'].includes(sign(this.#pieces[place]));
    return (isFirst(at) && this.#is(SENSES, at + 1)) || (isFirst(at - 1) && this.#is(SENSES, at));
  }

  /** An author who capitalizes one epithet may capitalize the next. */
  #isInStyleOfEpithet({ text, isDotted }: Piece): boolean {
    const epithet = (this.#infraspecific ?? this.#epithet)?.text ?? '';
    const isUpper = (word: string) => word === word.toUpperCase();
    return !isDotted && LETTER.test(text) && !SMALL.test(epithet) && isUpper(text) === isUpper(epithet);
  }

  #readSign(piece: Piece): void {
    if (OPENING.has(piece.text)) this.#authors.open(piece);
    else if (CLOSING.has(piece.text)) this.#authors.close(piece);
    else if (QUOTES.has(piece.text)) this.#openQuotes--;
    else if (!NOTES.has(piece.text) && !DASHES.has(piece.text)) this.#found.isDoubtful = true;
  }

  #skipTo(end: number): void {
    for (; this.#at < end; this.#at++) {
      if (this.#is(DOUBTS)) this.#found.isDoubtful = true;
      else if (this.#is(CROSSES)) this.#name.push('×');
    }
  }

  /** Skips doubts, hybrid signs and brackets. */
  #afterSigns(from: number): number {
    let at = from;
    while (at < this.#lastWord && SIGNS.some((signs) => this.#is(signs, at))) at++;
    return at;
  }

  #isSubgenus(): boolean {
    const [open, word, close] = this.#pieces.slice(this.#at, this.#at + 3);
    const isEnclosed = close !== undefined && OPENING.has(open.text) && CLOSING.has(close.text);
    return isEnclosed && WORD.test(word.text) && this.#isEpithet(this.#afterSigns(this.#at + 3));
  }

  /** Authors begin with a capital, but so does the second word of a name in title case. */
  #isEpithet(at: number, mayBeCapital = false): boolean {
    const piece = this.#pieces[at];
    if (!piece || !WORD.test(piece.text) || piece.text.length < 2) return false;
    if (isSpecial(piece.text) && !(mayBeCapital && LATE_PARTICLES.has(sign(piece)))) return false;
    const isLong = piece.text.length > 3;
    const isSmall = this.#isSmall(piece);
    const isLast = at === this.#lastWord && isLong && (mayBeCapital ? isSmall : !this.#isFlat);
    const isCut = piece.isDotted && !isLast;
    const isExpected = mayBeCapital || this.#is(RANKS, at - 1) || this.#is(DOUBTS, at - 1);
    const isOdd = piece.isJoined || APOSTROPHE.test(piece.text) || this.#isAfterParticle(at);
    if (isCut || (isOdd && !isExpected) || this.#isSense(at)) return false;
    return isSmall || (mayBeCapital && isLong && !CAPITAL_WITHIN.test(piece.text) && !this.#isBeforeYear(at));
  }

  #isSmall({ text }: Piece): boolean {
    return this.#isFlat || !CAPITAL.test(text);
  }

  /** Whether a year follows, possibly after other authors: then the word is an author. */
  #isBeforeYear(at: number): boolean {
    let next = at + 1;
    while (this.#is(LINKS, next)) next += 2;
    while (this.#pieces[next]?.text === ',' || this.#is(OPENING, next)) next++;
    return YEAR.test(this.#pieces[next]?.text ?? '');
  }

  #is(words: Set<string>, at = this.#at): boolean {
    return words.has(sign(this.#pieces[at]));
  }
}

/** The rules of nomenclature delete hyphens from most genera. */
function foldGenus(text: string): string {
  return foldEpithet(text).replaceAll(' ', '');
}

function foldEpithet(text: string): string {
  return fold(text.replace(/['’]/g, ''));
}

/** The form in which the word sets contain it. */
function sign(piece: Piece | undefined): string {
  return piece?.text.toLowerCase() ?? '';
}

/** Without brackets or quotes around the whole text. */
function withoutEdges(text: string): string {
  const isEnclosed = EDGES.test(text[0] ?? '') && EDGES.test(text.at(-1) ?? '') && text.length > 2;
  return isEnclosed ? text.slice(1, -1).trim() : text;
}
