// In charge of a snapshot on its way into the store: where it is a large one, another thread begins to bring it into the form in which
// it is stored, while this one has other things to do.

import { partsOf } from '../snapshot/folding.ts';
import type { Walk } from './cutting.ts';
import type { FormerPieces } from './former-pieces.ts';
import { walkOver } from './pieces.ts';
import { Workshop } from './workshop.ts';

export class Packing {
  readonly snapshot: Uint8Array;
  /** For all that is packed with it. */
  readonly workshop: Workshop;
  readonly #made: Promise<Uint8Array[]>;

  constructor(snapshot: Uint8Array) {
    this.snapshot = snapshot;
    this.workshop = new Workshop(snapshot.length);
    this.#made = this.workshop.work('fold', [snapshot]);
    // Who waits for it hears of it.
    this.#made.catch(() => {});
  }

  /** The parts of the form in which it is stored, with the pieces of those that were stored before. */
  walks(former: FormerPieces | undefined): Walk[] {
    let made = 0;
    return partsOf(this.snapshot).map((part) => {
      if ('plain' in part) return former?.in(part.plain) ?? walkOver(part.plain);
      const index = made++;
      return walkOver(this.#made.then((all) => all[index]));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.workshop[Symbol.asyncDispose]();
  }
}
