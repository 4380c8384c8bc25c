// In charge of reading a text line by line.

export class Lines {
  readonly #lines: string[];
  #at = 0;

  constructor(lines: string[]) {
    this.#lines = lines;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#lines.length;
  }

  get current(): string {
    return this.#lines[this.#at] ?? '';
  }

  get next(): string {
    return this.#lines[this.#at + 1] ?? '';
  }

  take(): string {
    return this.#lines[this.#at++] ?? '';
  }

  takeUntil(isOver: (line: string) => boolean): string[] {
    const start = this.#at;
    while (!this.isAtEnd && !isOver(this.current)) this.#at++;
    return this.#lines.slice(start, this.#at);
  }
}
