// In charge of a first look at the bytes of JSON lines: most have nothing that could be a character which cannot be served, or the
// sign of a lost one. That is seen of a whole line at once, and its values need not be looked at one by one.

/** DEL; the first bytes of U+0080 to U+00BF and of U+F000 to U+FFFF; and what other controls and halves of pairs are written as. */
const SUSPECTS = ['\x7f', '\xc2', '\xef', '\\u', '\\b', '\\f'].map((suspect) => Buffer.from(suspect, 'latin1'));
/** What is looked through at once: a line alone may be one of few that are read. */
const WINDOW_BYTES = 1 << 20;

/** Where a suspect was looked for; there is none in between. */
interface Search {
  from: number;
  to: number;
  /** Whether one begins at `to`. */
  isFound: boolean;
}

export class SuspectBytes {
  readonly #bytes: Buffer;
  readonly #searches: Search[] = SUSPECTS.map(() => ({ from: 0, to: 0, isFound: false }));

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Whether there is one from `start` to `end`. Who asks from first to last walks over the bytes once for each suspect. */
  isIn(start: number, end: number): boolean {
    let isFound = false;
    for (const [at, suspect] of SUSPECTS.entries()) {
      const search = this.#searches[at];
      if (start < search.from || start > search.to) Object.assign(search, { from: start, to: start, isFound: false });
      while (search.to < end && !search.isFound) this.#goOn(search, suspect);
      if (search.to < end) isFound = true;
    }
    return isFound;
  }

  #goOn(search: Search, suspect: Buffer): void {
    const window = this.#bytes.subarray(search.to, search.to + WINDOW_BYTES + suspect.length - 1);
    const found = window.indexOf(suspect);
    search.isFound = found !== -1;
    search.to += search.isFound ? found : WINDOW_BYTES;
  }
}
