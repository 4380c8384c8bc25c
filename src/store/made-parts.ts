// In charge of the parts of a snapshot's folded form that do not stand in the snapshot as they are: a thread makes them from the first
// one on, and this one makes the last ones wherever it would have to wait.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FoldedPart, partsOf } from '../snapshot/folding.ts';
import { finished } from '../snapshot/lists.ts';
import { isFirst } from './piece-work.ts';
import type { Workshop } from './workshop.ts';

export class MadeParts {
  readonly #parts: FoldedPart[];
  readonly #made: (Uint8Array | undefined)[];
  readonly #begun: Int32Array;
  /** When the thread is done with each, whether it has made it or not. */
  readonly #ends: (Promise<void> | undefined)[];

  constructor(snapshot: Uint8Array, workshop: Workshop) {
    this.#parts = partsOf(snapshot);
    this.#made = this.#parts.map(() => undefined);
    this.#begun = new Int32Array(new SharedArrayBuffer(this.#parts.length * Int32Array.BYTES_PER_ELEMENT));
    this.#ends = this.#parts.map((part, index) =>
      'make' in part ? this.#makeInThread(snapshot, index, workshop) : undefined,
    );
  }

  async at(index: number): Promise<Uint8Array> {
    if (isFirst(this.#begun, index)) return this.#make(index);
    if (!this.#made[index]) await this.#waitFor(index);
    // Where the thread could not make it, this one tries, and says why it cannot.
    return this.#made[index] ?? this.#make(index);
  }

  async #waitFor(index: number): Promise<void> {
    for (;;) {
      await nextTurn();
      if (this.#made[index]) return;
      const other = this.#parts.findLastIndex((part, at) => 'make' in part && isFirst(this.#begun, at));
      if (other === -1) return await this.#ends[index];
      this.#make(other);
    }
  }

  #make(index: number): Uint8Array {
    const part = this.#parts[index];
    const made = 'plain' in part ? part.plain : finished(part.make());
    this.#made[index] = made;
    return made;
  }

  async #makeInThread(snapshot: Uint8Array, index: number, workshop: Workshop): Promise<void> {
    const making = workshop.inThread('fold', [snapshot], { part: index, begun: this.#begun });
    const [made] = (await making?.catch(() => undefined)) ?? [];
    this.#made[index] ??= made;
  }
}
