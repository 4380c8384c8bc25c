// In charge of taking a CSV text apart (RFC 4180): commas, semicolons or tabs, quotes, and line breaks inside quotes. A row
// that is broken does not hide those after it.

export interface CsvRow {
  /** The line that it begins on. */
  line: number;
  cells: string[];
  /** Why it cannot be read. */
  problem?: string;
}

const AFTER_QUOTE = 'After a closing quote there is more text. A quote inside a quoted cell is written twice.';
const INSIDE = 'A quote stands inside a cell that does not begin with one. Quote the cell, and write the quote twice.';
const UNCLOSED = 'A quote is opened and never closed.';

export function* csvRows(text: string): Generator<CsvRow> {
  const reader = new CsvReader(text, separatorOf(text));
  while (!reader.isAtEnd) yield reader.row();
}

/** The separator that the first row uses most, outside quotes. */
function separatorOf(text: string): string {
  const counts = new Map([',', ';', '\t'].map((separator) => [separator, 0]));
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === '\n' || letter === '\r')) break;
    else if (!isQuoted && counts.has(letter)) counts.set(letter, (counts.get(letter) as number) + 1);
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

/** A cell without quotes, by the separator that ends it. */
const UNQUOTED: Record<string, RegExp> = { ',': /[^,\r\n]*/y, ';': /[^;\r\n]*/y, '\t': /[^\t\r\n]*/y };

class CsvReader {
  readonly #text: string;
  readonly #separator: string;
  readonly #plain: RegExp;
  #at = 0;
  #line = 1;

  constructor(text: string, separator: string) {
    this.#text = text;
    this.#separator = separator;
    this.#plain = UNQUOTED[separator];
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  row(): CsvRow {
    const [start, line] = [this.#at, this.#line];
    const cells: string[] = [];
    do {
      const { cell, problem } = this.#text[this.#at] === '"' ? this.#quoted() : this.#unquoted();
      if (problem) {
        this.#resumeAfter(start, line);
        return { line, cells: [], problem };
      }
      cells.push(cell);
    } while (this.#skip(this.#separator));
    this.#lineBreak();
    return { line, cells };
  }

  #unquoted(): { cell: string; problem?: string } {
    this.#plain.lastIndex = this.#at;
    this.#plain.test(this.#text);
    const cell = this.#text.slice(this.#at, this.#plain.lastIndex);
    this.#at = this.#plain.lastIndex;
    return cell.includes('"') ? { cell, problem: INSIDE } : { cell };
  }

  #quoted(): { cell: string; problem?: string } {
    let cell = '';
    for (let from = this.#at + 1; ; ) {
      const quote = this.#text.indexOf('"', from);
      if (quote === -1) return { cell, problem: UNCLOSED };
      cell += this.#text.slice(from, quote);
      this.#at = quote + 1;
      if (this.#text[this.#at] !== '"') break;
      cell += '"';
      from = quote + 2;
    }
    this.#line += cell.match(/\r\n?|\n/g)?.length ?? 0;
    return this.#isAtCellEnd ? { cell } : { cell, problem: AFTER_QUOTE };
  }

  get #isAtCellEnd(): boolean {
    return this.isAtEnd || [this.#separator, '\r', '\n'].includes(this.#text[this.#at]);
  }

  #skip(letter: string): boolean {
    if (this.#text[this.#at] !== letter) return false;
    this.#at++;
    return true;
  }

  #lineBreak(): void {
    const isReturn = this.#skip('\r');
    if (this.#skip('\n') || isReturn) this.#line++;
  }

  #resumeAfter(start: number, line: number): void {
    [this.#at, this.#line] = [start, line];
    const rest = /[\r\n]/g;
    rest.lastIndex = start;
    this.#at = rest.test(this.#text) ? rest.lastIndex - 1 : this.#text.length;
    this.#lineBreak();
  }
}
