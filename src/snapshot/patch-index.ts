// In charge of the index of names and words of a snapshot that is patched, in pieces; and of the thread that helps with it, which begins
// with the first of them, while whoever has something else to do begins with the last.

import { extname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { helperThread } from '../config/helper-thread.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { Base, type BaseParts } from './base.ts';
import type { NamedSections } from './format.ts';
import type { IndexTexts } from './index-texts.ts';
import type { Thresholds } from './layout.ts';
import { patchNames } from './write-names.ts';
import { patchTerms } from './write-terms.ts';

/** What it is made from: plain values, that can be handed to another thread. */
export interface PatchWork {
  /** Those of trees that are new or have changed. */
  texts: IndexTexts;
  base: BaseParts;
  /** Of all trees by title. */
  titleRanks: Record<Locale, Uint32Array>;
  thresholds: Thresholds;
}

export type IndexPiece = 'names' | Locale;

export type IndexPieces = Partial<Record<IndexPiece, NamedSections>>;

/** Names take less time than the words of a language: who comes late to them is not waited for long. */
const PIECES: readonly IndexPiece[] = [LOCALES[0], 'names', ...LOCALES.slice(1)];

/** Which pieces somebody has taken, for threads that share them. */
export class Taken {
  readonly marks: Int32Array<SharedArrayBuffer>;

  constructor(marks = new Int32Array(new SharedArrayBuffer(PIECES.length * Int32Array.BYTES_PER_ELEMENT))) {
    this.marks = marks;
  }

  /** What nobody else has taken. */
  *take(pieces = PIECES): Generator<IndexPiece> {
    for (const piece of pieces) if (Atomics.exchange(this.marks, PIECES.indexOf(piece), 1) === 0) yield piece;
  }

  /** The same, from the other end. */
  takeFromEnd(): Generator<IndexPiece> {
    return this.take(PIECES.toReversed());
  }
}

export function patchPieces(pieces: Iterable<IndexPiece>, work: PatchWork, base = new Base(work.base)): IndexPieces {
  const { texts, titleRanks, thresholds } = work;
  const sectionsOf = (piece: IndexPiece) =>
    piece === 'names' ? patchNames(texts, base) : patchTerms(piece, texts, base, titleRanks[piece], thresholds);
  return Object.fromEntries(Array.from(pieces, (piece) => [piece, sectionsOf(piece)]));
}

/** Also what a thread has taken that has failed. */
export function patchMissing(done: IndexPieces, work: PatchWork, base?: Base): Required<IndexPieces> {
  const missing = PIECES.filter((piece) => !done[piece]);
  return { ...done, ...(missing.length > 0 && patchPieces(missing, work, base)) } as Required<IndexPieces>;
}

const THREAD = `./patch-thread${extname(import.meta.url)}`;

/** It begins to be made at once, and has work later. */
export class PatchThread {
  readonly taken = new Taken();
  readonly #worker: Worker | undefined = helperThread(new URL(THREAD, import.meta.url), this.taken.marks);

  /** What it has made by the end; nothing where it has failed, or none could be made. */
  work(work: PatchWork): Promise<IndexPieces> {
    const { promise, resolve } = Promise.withResolvers<IndexPieces>();
    this.#worker?.once('message', resolve);
    // Its exit follows.
    this.#worker?.on('error', () => {});
    this.#worker?.once('exit', () => resolve({}));
    if (!this.#worker) resolve({});
    this.#worker?.postMessage(work);
    return promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
  }
}
