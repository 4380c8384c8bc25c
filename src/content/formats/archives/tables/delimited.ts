// Splits text into rows and cells in any dialect that an archive states. Holds no more than a row.

export interface Dialect {
  separator: string;
  /** If it is a common one, any common one ends a row. */
  lineEnd: string;
  /** Empty if nothing is quoted. */
  quote: string;
}

export interface Row {
  /** The line that it begins on. */
  line: number;
  cells: string[];
}

export class RowTooLong extends Error {
  readonly line: number;

  constructor(line: number) {
    super('a row without end');
    this.line = line;
  }
}

export function* delimitedRows(texts: Iterable<string>, dialect: Dialect, maxCharacters: number): Generator<Row> {
  const reader = new RowReader(texts, dialect, maxCharacters);
  for (let row = reader.row(); row; row = reader.row()) yield row;
}

/** In rows. A text with a stray quote here and there stays far below. */
const MAX_IN_VAIN = 100;

const COMMON_ENDS: Record<string, string[]> = {
  '\n': ['\r\n', '\n'],
  '\r\n': ['\r\n', '\n'],
  '\r': ['\r\n', '\n', '\r'],
};

class RowReader {
  readonly #texts: Iterator<string>;
  readonly #separator: string;
  readonly #quote: string;
  /** Finds the next separator or line end. */
  readonly #mark: RegExp;
  /** Matches a separator or line end at its place. */
  readonly #markHere: RegExp;
  readonly #longestMark: number;
  readonly #maxCharacters: number;
  /** Whether rows may hold line breaks without quotes. */
  readonly #isUncommon: boolean;
  #text = '';
  #at = 0;
  #line = 1;
  #isAllRead = false;
  /** How many characters were searched for quotes that close nothing. */
  #inVain = 0;

  constructor(texts: Iterable<string>, { separator, lineEnd, quote }: Dialect, maxCharacters: number) {
    this.#texts = texts[Symbol.iterator]();
    this.#separator = separator;
    this.#quote = quote;
    this.#isUncommon = !Object.hasOwn(COMMON_ENDS, lineEnd);
    const marks = [separator, ...(this.#isUncommon ? [lineEnd] : COMMON_ENDS[lineEnd])];
    const pattern = marks.map((mark) => RegExp.escape(mark)).join('|');
    this.#mark = new RegExp(pattern, 'g');
    this.#markHere = new RegExp(pattern, 'y');
    this.#longestMark = Math.max(...marks.map((mark) => mark.length));
    this.#maxCharacters = maxCharacters;
  }

  row(): Row | undefined {
    for (;;) {
      if (this.#at >= this.#text.length && !this.#more()) return undefined;
      const read = this.#read();
      // A row that ends with the text at hand may go on.
      if (read && (this.#isAllRead || read.next < this.#text.length)) {
        const row = { line: this.#line, cells: read.cells };
        this.#line += this.#isUncommon ? breaksIn(this.#text.slice(this.#at, read.next)) : read.lines;
        this.#at = read.next;
        return row;
      }
      if (this.#isTooLong) throw new RowTooLong(this.#line);
      this.#more();
    }
  }

  get #isTooLong(): boolean {
    return this.#text.length - this.#at > this.#maxCharacters;
  }

  /** Doubles the text at hand, so that a long row is not searched again for each chunk of it. */
  #more(): boolean {
    const chunks = [this.#text.slice(this.#at)];
    for (let wanted = chunks[0].length + 1; wanted > 0 && !this.#isAllRead; ) {
      const next = this.#texts.next();
      if (next.done) this.#isAllRead = true;
      else {
        chunks.push(next.value);
        wanted -= next.value.length;
      }
    }
    this.#text = chunks.join('');
    this.#at = 0;
    return this.#text.length > 0;
  }

  /** Undefined if the row goes beyond the text at hand. */
  #read(): { cells: string[]; next: number; lines: number } | undefined {
    const cells: string[] = [];
    for (let [at, lines] = [this.#at, 1]; ; ) {
      const quoted = this.#quoted(at);
      if (quoted === 'unfinished') return undefined;
      if (quoted) lines += breaksIn(quoted.cell);
      this.#mark.lastIndex = quoted?.end ?? at;
      const mark = this.#mark.exec(this.#text);
      const end = mark?.index ?? this.#text.length;
      cells.push(quoted?.cell ?? this.#text.slice(at, end));
      if (!mark) return this.#isAllRead ? { cells, next: end, lines } : undefined;
      at = end + mark[0].length;
      if (mark[0] !== this.#separator) return { cells, next: at, lines };
    }
  }

  /** Undefined for a cell that is not quoted, or only begins with a quote: others stand in its midst, or none closes it. */
  #quoted(start: number): { cell: string; end: number } | 'unfinished' | undefined {
    if (this.#quote === '' || !this.#text.startsWith(this.#quote, start)) return undefined;
    const unfinished = this.#isAllRead || this.#isTooLong ? undefined : 'unfinished';
    const parts: string[] = [];
    for (let from = start + 1; ; ) {
      const close = this.#text.indexOf(this.#quote, from);
      if (close === -1) return unfinished ?? this.#noQuote(this.#text.length - start);
      parts.push(this.#text.slice(from, close));
      const end = close + 1;
      // What follows may be cut off in its midst.
      if (end + this.#longestMark > this.#text.length && unfinished) return unfinished;
      if (end >= this.#text.length) return { cell: parts.join(''), end };
      if (!this.#text.startsWith(this.#quote, end)) {
        this.#markHere.lastIndex = end;
        return this.#markHere.test(this.#text) ? { cell: parts.join(''), end } : this.#noQuote(end - start);
      }
      parts.push(this.#quote);
      from = end + 1;
    }
  }

  /** Long searches for many such quotes would take time beyond measure. */
  #noQuote(characters: number): undefined {
    this.#inVain += characters;
    if (this.#inVain > MAX_IN_VAIN * this.#maxCharacters) throw new RowTooLong(this.#line);
    return undefined;
  }
}

function breaksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
