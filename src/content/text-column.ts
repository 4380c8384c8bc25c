// In charge of many texts as one stretch of bytes: to read, copy and write them takes no object for each. A text is made when somebody asks for it.

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

  static of(texts: string[]): TextColumn {
    let end = 0;
    const ends = Uint32Array.from(texts, (text) => {
      end += Buffer.byteLength(text);
      return end;
    });
    return new TextColumn(Buffer.from(texts.join('')), ends);
  }

  /** Parts of columns, one after the other. */
  static joined(parts: { column: TextColumn; from: number; to: number }[]): TextColumn {
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
