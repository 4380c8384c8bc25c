// In charge of a snapshot on its way into the store: where it is a large one, another thread begins to bring it into the form in which
// it is stored, while this one has other things to do.

import { partsOf } from '../snapshot/folding.ts';
import type { Walk } from './cutting.ts';
import type { FormerPieces } from './former-pieces.ts';
import { MadeParts } from './made-parts.ts';
import { walkOver } from './pieces.ts';
import { Workshop } from './workshop.ts';

export class Packing {
  readonly snapshot: Uint8Array;
  /** For all that is packed with it. */
  readonly workshop: Workshop;
  readonly #made: MadeParts;

  constructor(snapshot: Uint8Array) {
    this.snapshot = snapshot;
    // Memory that threads do not share would be copied for each task.
    this.workshop = new Workshop(snapshot.buffer instanceof SharedArrayBuffer ? snapshot.length : 0);
    this.#made = new MadeParts(snapshot, this.workshop);
  }

  /** The parts of the form in which it is stored, with the pieces of those that were stored before. */
  walks(former: FormerPieces | undefined): Walk[] {
    return partsOf(this.snapshot).map((part, index) => {
      if ('plain' in part) return former?.in(part.plain) ?? walkOver(part.plain);
      return { from: async (place) => (await this.#made.at(index)).subarray(place) };
    });
  }

  /** What the chronicle says of some of its trees. */
  async packedStates(trees: Uint32Array): Promise<Uint8Array> {
    return (await this.workshop.work('states', [this.snapshot], { trees }))[0];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.workshop[Symbol.asyncDispose]();
  }
}
