// In charge of lines of NDJSON: what each of them is, and which of them are known.

import { isBlank } from '../../domain/text.ts';
import { megabytes } from '../files.ts';
import { type KnownLines, keyOf, type ReadUnit, type RereadUnit, recall } from '../known-trees.ts';
import { placeIn, type SourceContext, type Unit } from '../source-context.ts';
import { readLine } from './json.ts';
import { type Lines, linesIn } from './line-blocks.ts';
import { SuspectBytes } from './suspect-bytes.ts';

/** A row is larger than what is served of it, by its other language, but not by more than this. */
const ROW_TO_TREE = 4;
const BRACE = 0x7b;

export type Stretch = Omit<Lines, 'lines'>;

export class LineReader {
  readonly #file: string;
  readonly #bytes: () => Buffer;
  readonly #context: SourceContext;
  readonly #mostBytes: number;
  /** While lines are read from first to last. */
  #suspects: SuspectBytes | undefined;

  constructor(file: string, bytes: () => Buffer, context: SourceContext) {
    this.#file = file;
    this.#bytes = bytes;
    this.#context = context;
    this.#mostBytes = ROW_TO_TREE * context.mostTreeBytes;
  }

  *read(lines: Stretch, units: Unit[], step: (end: number) => void = () => {}): Generator<ReadUnit> {
    for (const line of this.#linesIn(lines)) {
      if (this.#context.findings.isFull({ file: this.#file, line: line.line })) return;
      const read = this.#readLine(line, units);
      if (read) yield read;
      step(line.end);
    }
  }

  /** The same, but for lines of which the tree is known; blank ones do not count. */
  *readOthers(lines: Stretch, trees: (number | undefined)[]): Generator<ReadUnit | KnownLines> {
    let known: number[] = [];
    const take = (next: number) => this.known(lines, next - known.length, { trees: known }, []);
    for (const [index, line] of this.#linesIn(lines).map((each, at) => [at, each] as const)) {
      const tree = trees[index];
      if (tree !== undefined) known.push(tree);
      else {
        if (known.length > 0) yield take(index);
        known = [];
        const read = this.#readLine(line, []);
        if (read) yield read;
      }
    }
    if (known.length > 0) yield take(trees.length);
  }

  /** Lines that are known: one of them may be asked for all the same. */
  known(lines: Stretch, first: number, block: KnownLines['block'], units: Unit[]): KnownLines {
    const { ledger } = this.#context;
    ledger.know(block.trees.length);
    const open = (index: number) => {
      ledger.know(-1);
      const reread = this.#readOne(lines, first + index, units);
      reread.unit.outcome = 'tree';
      return reread;
    };
    return { block, open };
  }

  *#linesIn(lines: Stretch): Generator<Lines> {
    this.#suspects = new SuspectBytes(this.#bytes());
    yield* this.#writtenLinesIn(lines);
    this.#suspects = undefined;
  }

  /** Blank lines are nothing that was written: there may be millions of them. */
  *#writtenLinesIn(lines: Stretch): Generator<Lines, undefined> {
    const bytes = this.#bytes();
    for (const line of linesIn(bytes, lines)) if (!this.#isBlank(bytes, line)) yield line;
  }

  /** Most lines of trees begin with a brace, and need no closer look. */
  #isBlank(bytes: Buffer, { start, end }: Lines): boolean {
    if (start === end) return true;
    return bytes[start] !== BRACE && end - start <= this.#mostBytes && isBlank(bytes.toString('utf8', start, end));
  }

  /** One that is known to be a tree. */
  #readOne(lines: Stretch, index: number, units: Unit[]): RereadUnit {
    const line = this.#writtenLinesIn(lines).drop(index).next().value as Lines;
    return this.#readLine(line, units) as RereadUnit;
  }

  #readLine({ line, start, end }: Lines, units: Unit[]): ReadUnit | undefined {
    const context = this.#context;
    const unit = context.ledger.open(unitAt(this.#file, line));
    units.push(unit);
    if (end - start > this.#mostBytes) {
      const message = `The line has ${megabytes(end - start)}: at most ${megabytes(this.#mostBytes)} are read.`;
      context.findings.error('too-large', placeIn(unit), message);
      return undefined;
    }
    const key = () => keyOf('json', this.#bytes().subarray(start, end));
    return recall(unit, key, context, (how) => {
      unit.isClean ??= this.#suspects?.isIn(start, end) === false;
      return readLine(unit, this.#bytes().toString('utf8', start, end), line, how);
    });
  }
}

/** Made here, it does not keep the bytes of the file for as long as somebody has it. */
function unitAt(file: string, line: number): Unit {
  return { file, row: null, lineOf: () => line };
}
