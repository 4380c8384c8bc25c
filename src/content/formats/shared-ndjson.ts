// In charge of NDJSON of which another thread reads the end: what that has told to be trees without anything to say is known, and
// everything else is read here, in the order of lines.

import type { KnownLines, ReadUnit } from '../known-trees.ts';
import type { LineHelper, ToldLines } from '../line-helper.ts';
import type { SharedLines } from '../shared-lines.ts';
import type { SourceContext, Unit } from '../source-context.ts';
import { LineReader, type Stretch } from './line-reader.ts';

/** Reads from the beginning, until it meets the helper, and then what that has not told, or could not tell. */
export class SharedReader {
  readonly #file: string;
  readonly #lines: SharedLines;
  readonly #helper: LineHelper;
  readonly #context: SourceContext;
  readonly #slugs = new Set<string>();
  /** Those that more than one line has. */
  readonly #contested = new Set<string>();
  /** The number of the next one. */
  #line = 1;

  constructor(file: string, lines: SharedLines, helper: LineHelper, context: SourceContext) {
    this.#file = file;
    this.#lines = lines;
    this.#helper = helper;
    this.#context = context;
  }

  *read(): Generator<ReadUnit | KnownLines> {
    let next = 0;
    for (; this.#lines.takeOne(); next++) yield* this.#readAll(next);
    const told = this.#helper.told();
    for (; next < this.#lines.count - told.length; next++) yield* this.#readAll(next);
    for (const { slugs } of told) this.#note(slugs);
    for (const each of told) yield* this.#readOthers(next++, each);
  }

  *#readAll(stretch: number): Generator<ReadUnit> {
    const units: Unit[] = [];
    const start = this.#lines.startOf(stretch);
    yield* this.#readerOf(stretch).read(this.#linesOf(stretch), units, (end) => this.#step(start + end));
    this.#note(units.map(({ slug }) => slug));
    this.#line += this.#lines.linesOf(stretch);
  }

  *#readOthers(stretch: number, { slugs, trees }: ToldLines): Generator<ReadUnit | KnownLines> {
    const isContested = (line: number) => this.#contested.has(slugs[line] as string);
    const uncontested = trees.map((tree, line) => (isContested(line) ? undefined : tree));
    yield* this.#readerOf(stretch).readOthers(this.#linesOf(stretch), uncontested);
    this.#step(this.#lines.startOf(stretch + 1));
    this.#line += this.#lines.linesOf(stretch);
  }

  #note(slugs: (string | undefined)[]): void {
    for (const slug of slugs) {
      if (slug === undefined) continue;
      if (this.#slugs.has(slug)) this.#contested.add(slug);
      this.#slugs.add(slug);
    }
  }

  #readerOf(stretch: number): LineReader {
    const bytes = this.#lines.bytesOf(stretch);
    return new LineReader(this.#file, () => bytes, this.#context);
  }

  #linesOf(stretch: number): Stretch {
    return { line: this.#line, start: 0, end: this.#lines.bytesOf(stretch).length };
  }

  #step(end: number): void {
    this.#context.progress('reading', end, this.#lines.startOf(this.#lines.count), 'bytes');
  }
}
