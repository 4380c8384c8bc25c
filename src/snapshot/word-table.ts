// In charge of the words of a catalogue as numbers: each folded word has one, in the order in which they are met. There are
// millions to look up, so a text is folded, taken apart and looked up letter by letter, and nothing is made on the way.

import { words } from '../domain/vocabulary.ts';
import { doubled } from './lists.ts';
import { sortByCodePoints } from './strings.ts';

/** What stands for a unit of a text where it is folded: a letter or digit; or one of these. */
const [UNKNOWN, BETWEEN_WORDS, UNSURE, LAST_MARK] = [0, 1, 2, 2];
const folded = new Uint16Array(0x10000);

function foldedUnit(unit: number): number {
  if (folded[unit] === UNKNOWN) folded[unit] = judge(String.fromCharCode(unit));
  return folded[unit];
}

/** What is folded by what stands beside it: of letters, only Σ is another at the end of a word. */
const DEPENDS_ON_NEIGHBOURS = /[\p{M}\p{Cs}Σ]/u;

function judge(character: string): number {
  if (DEPENDS_ON_NEIGHBOURS.test(character)) return UNSURE;
  const [apart, together] = [words(`a ${character} a`), words(`a${character}a`)];
  if (apart.length === 2 && together.length === 2) return BETWEEN_WORDS;
  const isOneLetter = apart.length === 3 && apart[1].length === 1 && together.length === 1;
  return isOneLetter ? apart[1].charCodeAt(0) : UNSURE;
}

const HASH_START = 0x811c9dc5;
const nextHash = (hash: number, unit: number) => Math.imul(hash ^ unit, 0x01000193);

export class WordTable {
  readonly #words: string[] = [];
  #found = new Uint32Array(1 << 10);
  #hashes = new Uint32Array(1 << 10);
  /** By hash, the number of a word and 1 more. More than half of them are free. */
  #slots = new Uint32Array(1 << 11);

  get length(): number {
    return this.#words.length;
  }

  /** The numbers of a text's words, as often as each stands there: in memory that the next text is read into. */
  numbersIn(text: string): Uint32Array {
    let count = 0;
    let start = -1;
    let hash = HASH_START;
    this.#makeRoomFor(text);
    for (let at = 0; at < text.length; at++) {
      const unit = foldedUnit(text.charCodeAt(at));
      if (unit > LAST_MARK) {
        if (start === -1) start = at;
        hash = nextHash(hash, unit);
      } else if (unit === UNSURE) return Uint32Array.from(words(text), (word) => this.numberOf(word));
      else if (start !== -1) {
        this.#found[count++] = this.#find(hash >>> 0, text, start, at);
        [start, hash] = [-1, HASH_START];
      }
    }
    if (start !== -1) this.#found[count++] = this.#find(hash >>> 0, text, start, text.length);
    return this.#found.subarray(0, count);
  }

  /** Two words have something between them. */
  #makeRoomFor({ length }: string): void {
    while (this.#found.length < (length + 1) / 2) this.#found = doubled(this.#found);
  }

  /** That of a folded word. */
  numberOf(word: string): number {
    let hash = HASH_START;
    for (let at = 0; at < word.length; at++) hash = nextHash(hash, word.charCodeAt(at));
    for (let slot = this.#slotOf(hash >>> 0); ; slot = this.#slotAfter(slot)) {
      const number = this.#slots[slot] - 1;
      if (number === -1) return this.#add(slot, hash >>> 0, word);
      if (this.#words[number] === word) return number;
    }
  }

  #find(hash: number, text: string, start: number, end: number): number {
    for (let slot = this.#slotOf(hash); ; slot = this.#slotAfter(slot)) {
      const number = this.#slots[slot] - 1;
      if (number === -1) return this.#add(slot, hash, words(text.slice(start, end))[0]);
      if (this.#hashes[number] === hash && isFolded(this.#words[number], text, start, end)) return number;
    }
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#slots.length - 1);
  }

  #slotAfter(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }

  #add(slot: number, hash: number, word: string): number {
    const number = this.#words.push(word) - 1;
    this.#hashes[number] = hash;
    this.#slots[slot] = number + 1;
    if (this.#words.length === this.#hashes.length) this.#grow();
    return number;
  }

  #grow(): void {
    this.#hashes = doubled(this.#hashes);
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let number = 0; number < this.#words.length; number++) {
      let slot = this.#slotOf(this.#hashes[number]);
      while (this.#slots[slot] !== 0) slot = this.#slotAfter(slot);
      this.#slots[slot] = number + 1;
    }
  }

  /** The words of which `isUsed` has a mark, sorted, and the place that each number has among them. */
  sorted(isUsed: Uint8Array): { words: string[]; places: Uint32Array } {
    const sorted = sortByCodePoints(this.#words.filter((_, number) => isUsed[number] === 1));
    const places = new Uint32Array(this.length);
    for (let place = 0; place < sorted.length; place++) places[this.numberOf(sorted[place])] = place;
    return { words: sorted, places };
  }
}

function isFolded(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = start; at < end; at++) {
    if (word.charCodeAt(at - start) !== folded[text.charCodeAt(at)]) return false;
  }
  return true;
}
