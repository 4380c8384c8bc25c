// In charge of the words of a catalogue as numbers, each folded. A text is folded, taken apart and looked up letter by letter, and
// nothing is made on the way.

import { words } from '../domain/vocabulary.ts';
import { doubled } from './lists.ts';
import { HASH_START, NumberedTexts, nextHash } from './numbered-texts.ts';

/** What stands for a unit of a text where it is folded: a letter or digit; or one of these. */
const [UNKNOWN, BETWEEN_WORDS, UNSURE, LAST_MARK] = [0, 1, 2, 2];
const folded = new Uint16Array(0x10000);

function foldedUnit(unit: number): number {
  if (folded[unit] === UNKNOWN) folded[unit] = judge(String.fromCharCode(unit));
  return folded[unit];
}

/** What is folded by what stands beside it: of letters, only Σ is another at the end of a word, and what is taken for it, as Ϲ is. */
const DEPENDS_ON_NEIGHBOURS = /[\p{M}\p{Cs}Σ]/u;

function judge(character: string): number {
  if (DEPENDS_ON_NEIGHBOURS.test(character) || character.normalize('NFKD').includes('Σ')) return UNSURE;
  const [apart, together] = [words(`a ${character} a`), words(`a${character}a`)];
  if (apart.length === 2 && together.length === 2) return BETWEEN_WORDS;
  const isOneLetter = apart.length === 3 && apart[1].length === 1 && together.length === 1;
  return isOneLetter ? apart[1].charCodeAt(0) : UNSURE;
}

export class WordTable extends NumberedTexts {
  #found = new Uint32Array(1 << 10);

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

  #find(hash: number, text: string, start: number, end: number): number {
    for (let slot = this.slotOf(hash); ; slot = this.slotAfter(slot)) {
      const number = this.numberIn(slot);
      if (number === -1) return this.add(slot, hash, words(text.slice(start, end))[0]);
      if (this.hashes[number] === hash && isFolded(this.texts[number], text, start, end)) return number;
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
