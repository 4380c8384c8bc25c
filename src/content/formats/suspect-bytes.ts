// In charge of a first look at the bytes of JSON lines: most have nothing that could be a character which cannot be served, or the
// sign of a lost one. That is seen of a whole line at once, and its values need not be looked at one by one.

/** DEL; the first bytes of U+0080 to U+00BF and of U+F000 to U+FFFF; and what other controls and halves of pairs are written as. */
const SUSPECTS = [0x7f, 0xc2, 0xef, '\\u', '\\b', '\\f'];

export class SuspectBytes {
  readonly #bytes: Buffer;
  /** Where each stands next. */
  readonly #next = SUSPECTS.map(() => -1);

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Whether there is one from `start` to `end`. Who asks from first to last walks over the bytes once for each suspect. */
  isIn(start: number, end: number): boolean {
    let isFound = false;
    for (const [at, suspect] of SUSPECTS.entries()) {
      if (this.#next[at] < start) this.#next[at] = this.#find(suspect, start);
      if (this.#next[at] < end) isFound = true;
    }
    return isFound;
  }

  #find(suspect: number | string, start: number): number {
    const found = this.#bytes.indexOf(suspect, start);
    return found === -1 ? this.#bytes.length : found;
  }
}
