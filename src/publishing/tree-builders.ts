// Builds the columns of trees: in this thread while there are few, and from then on in workers, one for each other core.

import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '../config/worker.ts';
import type { Tree } from '../domain/tree.ts';
import { hashText } from '../domain/tree-hash.ts';
import type { Columns } from '../snapshot/columns/columns.ts';
import { ColumnsBuilder } from '../snapshot/columns/columns-builder.ts';
import { type TextChunk, TextStore, textIn } from './text-store.ts';

/** Fewer trees are built before a worker has started. */
const MIN_TREES_FOR_WORKERS = 2_000;
const MAX_WORKERS = 8;
const WORKER = `./build-worker${extname(import.meta.url)}`;

/** Trees to be built after all before them, or null after the last ones. */
export type BuildOrder = TextChunk | null;

/** The number of a tree's text, and the tree's place in one of the segments. */
export interface BuiltTree {
  text: number;
  segment: number;
  place: number;
}

/** What one worker builds. */
interface WorkerSegment {
  worker: Worker;
  trees: number;
  /** What it was given, to build it here if it fails. */
  chunks: TextChunk[];
  /** Undefined if it has failed. */
  columns: Promise<Columns | undefined>;
}

export class TreeBuilders {
  readonly texts = new TextStore();
  readonly #minTrees: number;
  readonly #own = new ColumnsBuilder();
  #workers: WorkerSegment[] | undefined;
  /** The chunk that is being filled, and who is to build it: a worker's segment, or this thread. */
  #chunk: TextChunk | undefined;
  #builder: WorkerSegment | undefined;
  #chunksAssigned = 0;

  constructor(minTrees = MIN_TREES_FOR_WORKERS) {
    this.#minTrees = minTrees;
  }

  /** `text` is that of `treeText`. */
  add(tree: Tree, text: string, hash: string): BuiltTree {
    const number = this.texts.length;
    const chunk = this.texts.add(text);
    if (chunk !== this.#chunk) {
      this.#handOver();
      this.#chunk = chunk;
      this.#builder = this.#nextWorker();
    }
    if (!this.#builder) return { text: number, segment: 0, place: this.#own.add(tree, hash) };
    const segment = 1 + (this.#workers as WorkerSegment[]).indexOf(this.#builder);
    return { text: number, segment, place: this.#builder.trees++ };
  }

  /** The columns of each segment. */
  async finish(): Promise<Columns[]> {
    this.#handOver();
    const workers = this.#workers ?? [];
    for (const { worker } of workers) worker.postMessage(null satisfies BuildOrder);
    const columns = [this.#own.finish()];
    for (const segment of workers) columns.push((await segment.columns) ?? columnsOfTexts(segment.chunks));
    return columns;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all((this.#workers ?? []).map(({ worker }) => worker.terminate()));
  }

  #handOver(): void {
    if (!this.#chunk || !this.#builder) return;
    this.#builder.chunks.push(this.#chunk);
    this.#builder.worker.postMessage(this.#chunk satisfies BuildOrder);
    this.#chunk = undefined;
  }

  /** Undefined if this thread builds the next chunk. */
  #nextWorker(): WorkerSegment | undefined {
    if (this.texts.length < this.#minTrees) return undefined;
    this.#workers ??= startWorkers();
    return this.#workers[this.#chunksAssigned++ % this.#workers.length];
  }
}

/** None on a single core, or if there is no memory for one. */
function startWorkers(): WorkerSegment[] {
  const count = Math.min(availableParallelism() - 1, MAX_WORKERS);
  return Array.from({ length: count }).flatMap(() => {
    const worker = startWorker(new URL(WORKER, import.meta.url));
    return worker ? { worker, trees: 0, chunks: [], columns: columnsFrom(worker) } : [];
  });
}

async function columnsFrom(worker: Worker): Promise<Columns | undefined> {
  let columns: Columns | undefined;
  worker.on('message', (message: Columns) => {
    columns = message;
  });
  await once(worker, 'exit').catch(() => {});
  return columns;
}

function columnsOfTexts(chunks: TextChunk[]): Columns {
  const builder = new ColumnsBuilder();
  for (const chunk of chunks) addTexts(builder, chunk);
  return builder.finish();
}

export function addTexts(builder: ColumnsBuilder, chunk: TextChunk): void {
  for (let index = 0; index < chunk.ends.length; index++) {
    const text = textIn(chunk, index);
    builder.add(JSON.parse(text), hashText(text));
  }
}
