// In charge of many texts as one stretch of bytes: to read, copy and write them takes no object for each. A text is made when somebody asks for it.

/** To write texts down one by one takes longer. */
const STRETCH_LENGTH = 1 << 14;
const FIRST_BYTES = 1 << 16;

export class TextColumn {
  /** In UTF-8, one after the other. */
  readonly bytes: Buffer;
  /** For each text the byte after its last. */
  readonly ends: Uint32Array;

  constructor(bytes: Buffer, ends: Uint32Array) {
    this.bytes = bytes;
    this.ends = ends;
    if ((ends.at(-1) ?? 0) !== bytes.length) throw new Error('The texts have other bytes than they should.');
  }

  /** None of them is held for longer than it takes to write it down. */
  static of(texts: Iterable<string>): TextColumn {
    const ends: number[] = [];
    let bytes = new ArrayBuffer(FIRST_BYTES);
    let [written, end, waiting] = [0, 0, ''];
    const write = () => {
      // What it had is given back at once.
      if (end > bytes.byteLength) bytes = bytes.transfer(2 * end);
      written += Buffer.from(bytes).write(waiting, written);
      waiting = '';
    };
    for (const text of texts) {
      end += Buffer.byteLength(text);
      ends.push(end);
      waiting += text;
      if (waiting.length >= STRETCH_LENGTH) write();
    }
    write();
    return new TextColumn(Buffer.from(bytes.transfer(written)), Uint32Array.from(ends));
  }

  /** Parts of columns, one after the other. */
  static joined(parts: { column: TextColumn; from: number; to: number }[]): TextColumn {
    const [first] = parts;
    if (parts.length === 1 && first.from === 0 && first.to === first.column.length) return first.column;
    const ends = new Uint32Array(parts.reduce((sum, { from, to }) => sum + to - from, 0));
    let [length, end] = [0, 0];
    const stretches = parts.map(({ column, from, to }) => {
      const start = column.#startOf(from);
      for (let text = from; text < to; text++) ends[length++] = end + column.ends[text] - start;
      const stretch = column.bytes.subarray(start, column.#startOf(to));
      end += stretch.length;
      return stretch;
    });
    return new TextColumn(Buffer.concat(stretches), ends);
  }

  get length(): number {
    return this.ends.length;
  }

  at(text: number): string {
    return this.bytes.toString('utf8', this.#startOf(text), this.ends[text]);
  }

  /** Each of them. Where all are of ASCII they are cut out of one text, which is sooner done. */
  all(): string[] {
    const whole = this.bytes.toString();
    const isAscii = whole.length === this.bytes.length;
    return Array.from(this.ends, (end, text) => (isAscii ? whole.slice(this.#startOf(text), end) : this.at(text)));
  }

  #startOf(text: number): number {
    return text === 0 ? 0 : this.ends[text - 1];
  }
}
