// Splits text into rows and cells in any dialect that an archive states. Streams: it holds no more than a row.

export interface Dialect {
  separator: string;
  /** Where it is a common one, any of them ends a row. */
  lineEnd: string;
  /** Empty where nothing is quoted. */
  quote: string;
}

export interface Row {
  /** The line that it begins on. */
  line: number;
  cells: string[];
}

/** What cannot be a row, however long one waits for its end. */
export class RowTooLong extends Error {
  readonly line: number;

  constructor(line: number) {
    super('a row without end');
    this.line = line;
  }
}

interface ReadRow {
  cells: string[];
  /** Where the next one begins. */
  next: number;
  lines: number;
}

export function* delimitedRows(texts: Iterable<string>, dialect: Dialect, maxCharacters: number): Generator<Row> {
  const reader = new RowReader(texts, dialect, maxCharacters);
  for (let row = reader.row(); row; row = reader.row()) yield row;
}

/** Where a mark stands next: looked for once, however often it is asked for. */
class Cursor {
  readonly mark: string;
  /** None stands between the two. */
  #from = 0;
  #at = -1;

  constructor(mark: string) {
    this.mark = mark;
  }

  forget(): void {
    this.#at = -1;
  }

  /** Infinity where there is none. */
  from(text: string, start: number): number {
    if (this.#at < start || start < this.#from) {
      const found = text.indexOf(this.mark, start);
      this.#from = start;
      this.#at = found === -1 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#at;
  }
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
  readonly #separator: Cursor;
  readonly #quote: Cursor | undefined;
  readonly #ends: Cursor[];
  readonly #longestMark: number;
  readonly #maxCharacters: number;
  /** Whether rows may hold line breaks without quotes. */
  readonly #isUncommon: boolean;
  #text = '';
  #at = 0;
  #line = 1;
  #isAllRead = false;
  /** What was gone through for quotes that close nothing. */
  #inVain = 0;

  constructor(texts: Iterable<string>, { separator, lineEnd, quote }: Dialect, maxCharacters: number) {
    this.#texts = texts[Symbol.iterator]();
    this.#separator = new Cursor(separator);
    this.#quote = quote === '' ? undefined : new Cursor(quote);
    this.#isUncommon = !Object.hasOwn(COMMON_ENDS, lineEnd);
    this.#ends = (this.#isUncommon ? [lineEnd] : COMMON_ENDS[lineEnd]).map((end) => new Cursor(end));
    this.#longestMark = Math.max(separator.length, ...this.#ends.map(({ mark }) => mark.length));
    this.#maxCharacters = maxCharacters;
  }

  row(): Row | undefined {
    for (;;) {
      if (this.#at >= this.#text.length && !this.#more()) return undefined;
      const read = this.#read();
      // What touches the end of what is here may go on.
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

  /** As much again as is here, so that a long row is not gone through for each piece of it. */
  #more(): boolean {
    const pieces = [this.#text.slice(this.#at)];
    for (let wanted = pieces[0].length + 1; wanted > 0 && !this.#isAllRead; ) {
      const next = this.#texts.next();
      if (next.done) this.#isAllRead = true;
      else {
        pieces.push(next.value);
        wanted -= next.value.length;
      }
    }
    this.#text = pieces.join('');
    this.#at = 0;
    for (const cursor of [this.#separator, this.#quote, ...this.#ends]) cursor?.forget();
    return this.#text.length > 0;
  }

  /** Undefined where the row goes beyond what is here. */
  #read(): ReadRow | undefined {
    const cells: string[] = [];
    for (let [at, lines] = [this.#at, 1]; ; ) {
      const quoted =
        this.#quote && this.#text.startsWith(this.#quote.mark, at) ? this.#quoted(at, this.#quote) : undefined;
      if (quoted === 'unfinished') return undefined;
      const end = quoted?.end ?? this.#endOfPlain(at);
      cells.push(quoted ? quoted.cell : this.#text.slice(at, end));
      if (quoted) lines += breaksIn(quoted.cell);
      if (this.#text.startsWith(this.#separator.mark, end)) at = end + this.#separator.mark.length;
      else if (end >= this.#text.length) return this.#isAllRead ? { cells, next: end, lines } : undefined;
      else return { cells, next: end + this.#endAt(end).length, lines };
    }
  }

  /** Undefined for a cell that only begins with a quote: others stand in its midst, or none closes it. */
  #quoted(start: number, quote: Cursor): { cell: string; end: number } | 'unfinished' | undefined {
    const unfinished = this.#isAllRead || this.#isTooLong ? undefined : 'unfinished';
    const parts: string[] = [];
    for (let from = start + 1; ; ) {
      const close = quote.from(this.#text, from);
      if (close === Number.POSITIVE_INFINITY) return unfinished ?? this.#noQuote(this.#text.length - start);
      parts.push(this.#text.slice(from, close));
      const end = close + 1;
      // What follows may be cut off in its midst.
      if (end + this.#longestMark > this.#text.length && unfinished) return unfinished;
      if (end >= this.#text.length) return { cell: parts.join(''), end };
      if (!this.#text.startsWith(quote.mark, end)) {
        const isEnd = this.#text.startsWith(this.#separator.mark, end) || this.#endAt(end) !== '';
        return isEnd ? { cell: parts.join(''), end } : this.#noQuote(end - start);
      }
      parts.push(quote.mark);
      from = end + 1;
    }
  }

  /** Many of them over long stretches would take time beyond measure: such a file is none. */
  #noQuote(characters: number): undefined {
    this.#inVain += characters;
    if (this.#inVain > MAX_IN_VAIN * this.#maxCharacters) throw new RowTooLong(this.#line);
    return undefined;
  }

  #endOfPlain(start: number): number {
    let end = Math.min(this.#text.length, this.#separator.from(this.#text, start));
    for (const each of this.#ends) end = Math.min(end, each.from(this.#text, start));
    return end;
  }

  /** The line end that stands here, or nothing. */
  #endAt(at: number): string {
    return this.#ends.find(({ mark }) => this.#text.startsWith(mark, at))?.mark ?? '';
  }
}

function breaksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
