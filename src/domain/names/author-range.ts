import type { Token } from './name-tokens.ts';

/** The range of a text from the first to the last author, including the brackets around them. */
export class AuthorRange {
  #start: number | undefined;
  #end = 0;
  #firstOpen: number | undefined;
  #open = 0;

  add({ start, end }: { start: number; end: number }): void {
    this.#start ??= this.#firstOpen ?? start;
    this.#end = end;
  }

  open({ start }: Token): void {
    this.#firstOpen ??= start;
    this.#open++;
  }

  close({ end }: Token): void {
    if (this.#start === undefined) this.clear();
    else if (this.#open > 0) {
      this.#open--;
      this.#end = end;
    }
  }

  clear(): void {
    this.#start = this.#firstOpen = undefined;
    this.#open = 0;
  }

  of(text: string): string {
    return this.#start === undefined ? '' : text.slice(this.#start, this.#end).replace(/ +/g, ' ');
  }
}
