// Gives each folded word an id. A text is folded, split and looked up letter by letter, without a string for each word.

import { words } from '../../domain/vocabulary.ts';
import { doubled } from './growing-lists.ts';
import { HASH_START, Interner, nextHash } from './interner.ts';

/** What a code unit becomes when it is folded: a letter or digit, or one of these. */
const [UNKNOWN, BETWEEN_WORDS, UNSURE, LAST_MARK] = [0, 1, 2, 2];
const folded = new Uint16Array(0x10000);

function foldedUnit(unit: number): number {
  if (folded[unit] === UNKNOWN) folded[unit] = classify(String.fromCharCode(unit));
  return folded[unit];
}

/** Folding these depends on their neighbours: of letters, only Σ differs at the end of a word, and what decomposes to it, such as Ϲ. */
const DEPENDS_ON_NEIGHBOURS = /[\p{M}\p{Cs}Σ]/u;

function classify(character: string): number {
  if (DEPENDS_ON_NEIGHBOURS.test(character) || character.normalize('NFKD').includes('Σ')) return UNSURE;
  const [apart, together] = [words(`a ${character} a`), words(`a${character}a`)];
  if (apart.length === 2 && together.length === 2) return BETWEEN_WORDS;
  const isOneLetter = apart.length === 3 && apart[1].length === 1 && together.length === 1;
  return isOneLetter ? apart[1].charCodeAt(0) : UNSURE;
}

export class WordInterner extends Interner {
  #found = new Uint32Array(1 << 10);

  /** The ids of a text's words, as often as each occurs. Valid until the next call. */
  idsIn(text: string): Uint32Array {
    let count = 0;
    let start = -1;
    let hash = HASH_START;
    this.#reserveFor(text);
    for (let at = 0; at < text.length; at++) {
      const unit = foldedUnit(text.charCodeAt(at));
      if (unit > LAST_MARK) {
        if (start === -1) start = at;
        hash = nextHash(hash, unit);
      } else if (unit === UNSURE) return Uint32Array.from(words(text), (word) => this.idOf(word));
      else if (start !== -1) {
        this.#found[count++] = this.#find(hash >>> 0, text, start, at);
        [start, hash] = [-1, HASH_START];
      }
    }
    if (start !== -1) this.#found[count++] = this.#find(hash >>> 0, text, start, text.length);
    return this.#found.subarray(0, count);
  }

  /** Something separates two words. */
  #reserveFor({ length }: string): void {
    while (this.#found.length < (length + 1) / 2) this.#found = doubled(this.#found);
  }

  #find(hash: number, text: string, start: number, end: number): number {
    for (let slot = this.slotOf(hash); ; slot = this.slotAfter(slot)) {
      const id = this.slots[slot + 1] - 1;
      if (id === -1) return this.add(slot, hash, words(text.slice(start, end))[0]);
      if (this.slots[slot] === hash && isFolded(this.texts[id], text, start, end)) return id;
    }
  }
}

function isFolded(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = start; at < end; at++) {
    if (word.charCodeAt(at - start) !== folded[text.charCodeAt(at)]) return false;
  }
  return true;
}
