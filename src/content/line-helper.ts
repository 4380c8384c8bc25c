// In charge of the thread that reads a long table of lines as well, from its end. It tells which of them are trees of their own of which there
// is nothing to say, and what has to be known of those; all others are read again, and told, by the thread that reads from the beginning.
// Nobody waits for it: what it has not told when they meet is read without it, also where it has failed.

import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { hasAddresses, helperThread } from '../config/helper-thread.ts';
import type { Locale } from '../domain/vocabulary.ts';
import { type KnownOutlines, KnownTree } from './outline.ts';
import { type LinesInMemory, SharedLines } from './shared-lines.ts';
import { TextColumn } from './text-column.ts';

export interface HowToTell {
  defaultLocale: Locale;
  mostTreeBytes: number;
}

export interface LineOrder extends HowToTell {
  lines: LinesInMemory;
  port: MessagePort;
}

/** What is told of a stretch. */
export interface ToldLines {
  /** By line, if it has one. */
  slugs: (string | undefined)[];
  /** By line, its tree among those that are known; undefined where it has to be read. */
  trees: (number | undefined)[];
}

export interface LinesReport extends ToldLines {
  known: KnownOutlines;
}

const THREAD = `./line-helper-thread${extname(import.meta.url)}`;
/** What it takes, and what this one takes beside it. */
const THREAD_ADDRESSES = 3 << 29;
/** A shorter table is read nearly as soon by one: another has to begin, and V8 compiles all it runs once more. */
const MANY_BYTES = 64 << 20;

export class LineHelper {
  readonly manyBytes: number;
  readonly #stretchBytes: number | undefined;
  readonly #begin: (order: LineOrder) => Worker | undefined;
  readonly #trees: KnownTree[] = [];
  #worker: Worker | undefined;
  #reports: MessagePort | undefined;

  constructor(manyBytes = MANY_BYTES, stretchBytes?: number, begin = beginThread) {
    this.manyBytes = manyBytes;
    this.#stretchBytes = stretchBytes;
    this.#begin = begin;
  }

  /** Lines to be shared with it, where they are many, and in memory that can be shared. */
  begin(bytes: Buffer, { defaultLocale, mostTreeBytes }: HowToTell): SharedLines | undefined {
    if (!(bytes.buffer instanceof SharedArrayBuffer)) return undefined;
    const lines = SharedLines.of(bytes, this.#stretchBytes);
    const { port1, port2 } = new MessageChannel();
    this.#reports = port1;
    this.#worker = this.#begin({ lines: lines.inMemory, defaultLocale, mostTreeBytes, port: port2 });
    // Its lines are read by this thread.
    this.#worker?.on('error', () => {});
    return lines;
  }

  /** What it has told of the last stretches, in their order. */
  told(): ToldLines[] {
    const told: ToldLines[] = [];
    for (let next = this.#next(); next; next = this.#next()) told.unshift(this.#numbered(next));
    return told;
  }

  treesAt(numbers: Iterable<number>): KnownTree[] {
    return Array.from(numbers, (number) => this.#trees[number]);
  }

  [Symbol.dispose](): void {
    this.#reports?.close();
    void this.#worker?.terminate();
  }

  #next(): LinesReport | undefined {
    return this.#reports && receiveMessageOnPort(this.#reports)?.message;
  }

  /** Trees by the numbers that they have here. */
  #numbered({ slugs, trees, known }: LinesReport): ToldLines {
    const [first, among] = [this.#trees.length, revived(known)];
    for (const number of known.slugs.keys()) this.#trees.push(new KnownTree(among, number));
    return { slugs, trees: trees.map((tree) => (tree === undefined ? undefined : first + tree)) };
  }
}

function beginThread(order: LineOrder): Worker | undefined {
  const isOfUse = availableParallelism() > 1 && hasAddresses(THREAD_ADDRESSES);
  // It makes as many objects as this one.
  const options = { transferList: [order.port], resourceLimits: {} };
  return isOfUse ? helperThread(new URL(THREAD, import.meta.url), order, options) : undefined;
}

/** What came from another thread has lost its methods. */
function revived({ slugs, families, outlines }: KnownOutlines): KnownOutlines {
  const column = ({ bytes: { buffer, byteOffset, byteLength }, ends }: TextColumn) =>
    new TextColumn(Buffer.from(buffer, byteOffset, byteLength), ends);
  return { slugs, families: column(families), outlines: column(outlines) };
}
