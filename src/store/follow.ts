// In charge of following the store: loads the active revision, and the next one when it has been published.

import type { Logger } from 'pino';
import { Catalogue } from '../catalogue/catalogue.ts';
import { openSnapshot } from '../snapshot/open.ts';
import type { Revision, Revisions } from './revisions.ts';

const POLL_MILLISECONDS = 500;

export interface Published {
  /** The id of the revision, such as `r12`. */
  revision: string;
  publishedAt: string;
  catalogue: Catalogue;
}

export class Follower {
  current: Published | undefined;
  readonly #revisions: Revisions;
  readonly #log: Logger;
  #seen = '';
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(revisions: Revisions, log: Logger) {
    this.#revisions = revisions;
    this.#log = log;
  }

  /** Loads what is active now, then keeps following. */
  async start(): Promise<void> {
    await this.#check();
    this.#schedule();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => this.#check().then(() => this.#schedule()), POLL_MILLISECONDS).unref();
  }

  /** A revision that cannot be loaded leaves the last good one in place. */
  async #check(): Promise<void> {
    try {
      const active = this.#revisions.active();
      if (!active || active.id === this.#seen) return;
      this.#seen = active.id;
      this.current = await this.#load(active);
      this.#log.info({ revision: active.id, trees: active.trees }, 'serving revision');
    } catch (error) {
      this.#log.error({ err: error }, 'cannot load the active revision; the last good one stays');
    }
  }

  async #load(revision: Revision): Promise<Published> {
    const snapshot = openSnapshot(await this.#revisions.read(revision));
    return { revision: revision.id, publishedAt: revision.createdAt, catalogue: new Catalogue(snapshot) };
  }
}
