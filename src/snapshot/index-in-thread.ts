// In charge of the index of names and words, and of the thread that helps with it: it takes words apart while this one writes everything
// else, and names unless this one is done before.

import { once } from 'node:events';
import { extname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { helperThread } from '../config/helper-thread.ts';
import type { Locale } from '../domain/vocabulary.ts';
import { Base, type BaseParts } from './base.ts';
import type { NamedSections } from './format.ts';
import type { IndexTexts } from './index-texts.ts';
import type { Thresholds } from './layout.ts';
import { patchNames, writeNames } from './write-names.ts';
import type { Step } from './write-records.ts';
import { patchTerms, writeTerms } from './write-terms.ts';

/** What an index is made from: plain values, that can be handed to another thread. */
export interface IndexWork {
  /** Those of all trees, or of those that are new or have changed. */
  texts: IndexTexts;
  thresholds: Thresholds;
  /** What the others had, and the ranks of all by title. */
  former?: { base: BaseParts; titleRanks: Record<Locale, Uint32Array> } | undefined;
}

export function termSections({ texts, thresholds, former }: IndexWork, step: Step): NamedSections {
  if (!former) return writeTerms(texts, thresholds, step);
  return patchTerms(texts, new Base(former.base), former.titleRanks, thresholds);
}

export function nameSections({ texts, former }: IndexWork): NamedSections {
  return former ? patchNames(texts, new Base(former.base)) : writeNames(texts);
}

export interface ThreadWork {
  work: IndexWork;
  /** Whether a thread has taken the names upon itself. */
  namesTaken: Int32Array;
}

export interface Index {
  terms: NamedSections;
  /** Undefined where another thread writes them. */
  names: NamedSections | undefined;
}

export type IndexReport = { done: number } | { index: Index };

const THREAD = `./index-thread${extname(import.meta.url)}`;

export class IndexThread {
  /** Undefined where the thread has failed, or none could be made. */
  readonly index: Promise<Index | undefined>;
  readonly #worker: Worker | undefined;
  readonly #namesTaken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  constructor(work: IndexWork, step: Step) {
    const threadWork: ThreadWork = { work, namesTaken: this.#namesTaken };
    this.#worker = helperThread(new URL(THREAD, import.meta.url), threadWork);
    this.index = this.#worker ? indexOf(this.#worker, step) : Promise.resolve(undefined);
  }

  /** Whether the names are left to whoever asks. */
  takesNames(): boolean {
    return takesNames(this.#namesTaken);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
  }
}

/** True for the first thread that asks. */
export function takesNames(namesTaken: Int32Array): boolean {
  return Atomics.exchange(namesTaken, 0, 1) === 0;
}

/** The index, made by two threads once this one has done something else. What the thread could not do is done here: if that fails as well, it says why. */
export async function indexBeside(
  work: IndexWork,
  step: Step,
  doBefore: () => void,
): Promise<{ names: NamedSections; terms: NamedSections }> {
  await using thread = new IndexThread(work, step);
  doBefore();
  const ownNames = thread.takesNames() ? nameSections(work) : undefined;
  const index = await thread.index;
  return { names: ownNames ?? index?.names ?? nameSections(work), terms: index?.terms ?? termSections(work, step) };
}

async function indexOf(worker: Worker, step: Step): Promise<Index | undefined> {
  let index: Index | undefined;
  worker.on('message', (report: IndexReport) => {
    if ('done' in report) step(report.done);
    else index = report.index;
  });
  await once(worker, 'exit').catch(() => {});
  return index;
}
