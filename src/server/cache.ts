// In charge of the files that a server keeps beside the store, so that it can start and serve when the store is gone: the
// state of the store, and snapshots. These are named by their hash, and believed only when their checksum fits. What cannot
// be read counts as nothing. Writing leaves the thread free: a snapshot may be long, and a disk slow.

import { globSync, lstatSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { KnownKey } from '../access/callers.ts';
import { CACHE_FOLDER, identityOf, locationOf } from '../config/location.ts';
import type { Settings } from '../config/settings.ts';
import { parseRange } from '../net/address.ts';
import { Checksum } from '../snapshot/format.ts';
import { keepPrivate, makeDurable, writeDurably, writeSoon } from '../store/files.ts';
import type { Revision } from '../store/tables/revisions.ts';

const PART_BYTES = 8 * 1024 * 1024;

export class Cache {
  readonly folder: string;
  readonly statePath: string;
  readonly #database: string;
  readonly #log: Pick<Logger, 'warn'>;

  /** `database` says which one the state is of. */
  constructor(dataFolder: string, database: string, log: Pick<Logger, 'warn'>) {
    this.folder = join(dataFolder, CACHE_FOLDER);
    this.statePath = join(this.folder, 'known.json');
    this.#database = database;
    this.#log = log;
    keepPrivate(this.folder);
  }

  /** What another database held is none of ours: its keys must not open this one. To know of nothing is to know nothing. */
  state(): CachedState | undefined {
    try {
      const state = isFile(this.statePath) && parseState(readFileSync(this.statePath, 'utf8'), this.#database);
      return state && !isEmpty(state) ? state : undefined;
    } catch (error) {
      this.#log.warn({ err: error, file: this.statePath }, 'what was last known cannot be read, and counts as nothing');
      return undefined;
    }
  }

  /** What stands there already is not written again: it may be where nothing can be written. */
  async keepState(state: CachedState): Promise<void> {
    const text = JSON.stringify({ database: this.#database, ...state });
    if (this.#textKept() !== text) await writeDurably(this.statePath, Buffer.from(text));
  }

  #textKept(): string | undefined {
    try {
      return isFile(this.statePath) ? readFileSync(this.statePath, 'utf8') : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * An outdated state is worse than none: a key that was revoked since would come back with it. Where the folder lets
   * nothing be removed, the file may still be emptied. Whether it is gone.
   */
  forgetState(): boolean {
    isDone(() => rmSync(this.statePath, { force: true })) || isDone(() => truncateSync(this.statePath));
    return !this.#textKept();
  }

  /** The bytes of a snapshot, in memory that threads can share, and their checksum; undefined where it is not here. */
  async snapshot(hash: string): Promise<{ bytes: Uint8Array; checksum: Buffer } | undefined> {
    const path = this.pathOf(hash);
    return isFile(path) ? await readShared(path) : undefined;
  }

  /** Keeps a snapshot, and drops all others but the one that was kept before it, and what was never finished. */
  async keepSnapshot(hash: string, bytes: Uint8Array, before: string | undefined): Promise<void> {
    const path = this.pathOf(hash);
    await (isFile(path) ? makeDurable(path) : writeDurably(path, bytes));
    await this.#dropSnapshots([hash, before]);
  }

  /**
   * Puts a snapshot that is about to be published where a server that stands here looks for it, so that it need not put it
   * together. One stands here if it has kept the snapshot that is published now, under the name of the same user.
   */
  async handOver(hash: string, bytes: Uint8Array, published: string): Promise<void> {
    if (this.state()?.published?.hash !== published || !isOwn(this.pathOf(published))) return;
    await this.#dropSnapshots([hash, published]);
    // A server that does not find it puts it together.
    await writeSoon(this.pathOf(hash), bytes).catch(() => {});
  }

  /** To give back hundreds of megabytes takes a while, which is not this thread's. */
  async #dropSnapshots(kept: (string | undefined)[]): Promise<void> {
    const isKept = (file: string) => kept.some((hash) => file === `${hash}.snapshot`);
    const others = globSync('*.snapshot*', { cwd: this.folder }).filter((file) => !isKept(file));
    await Promise.allSettled(others.map((file) => rm(join(this.folder, file), { force: true })));
  }

  /** What is kept of the revisions before one, in memory that threads can share. */
  async chronicle(revision: Revision): Promise<Uint8Array | undefined> {
    const path = this.chroniclePathOf(revision);
    return isFile(path) ? (await readShared(path)).bytes : undefined;
  }

  /** Keeps it, and drops all others. */
  async keepChronicle(revision: Revision, bytes: Uint8Array): Promise<void> {
    const path = this.chroniclePathOf(revision);
    if (!isFile(path)) await writeDurably(path, bytes);
    const others = globSync('*.chronicle*', { cwd: this.folder }).filter((file) => join(this.folder, file) !== path);
    for (const file of others) isDone(() => rmSync(join(this.folder, file), { force: true }));
  }

  /** A store that was set back may come to the same number and content again, by another way. */
  chroniclePathOf({ id, hash, createdAt }: Revision): string {
    return join(this.folder, `${hash}-${id}-${Date.parse(createdAt)}.chronicle`);
  }

  forgetChronicle(revision: Revision): void {
    isDone(() => rmSync(this.chroniclePathOf(revision), { force: true }));
  }

  /** What cannot be removed is found damaged again. */
  forgetSnapshot(hash: string): void {
    isDone(() => rmSync(this.pathOf(hash), { force: true }));
  }

  pathOf(hash: string): string {
    return join(this.folder, `${hash}.snapshot`);
  }
}

/** Whether there is a file; anything else of that name is an error, since it might never end. */
function isFile(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new Error(`${path} is no file.`);
  return found !== undefined;
}

function isOwn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.uid === process.geteuid?.();
}

function isDone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** While a part is read, the checksum of the one before it is taken. */
async function readShared(path: string): Promise<{ bytes: Uint8Array; checksum: Buffer }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = new Uint8Array(new SharedArrayBuffer(size));
    const checksum = new Checksum();
    const readPart = (at: number) => file.read(bytes, at, Math.min(size - at, PART_BYTES), at);
    let reading = readPart(0);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) break;
      reading = readPart(at + bytesRead);
      checksum.update(bytes, at, at + bytesRead);
      at += bytesRead;
    }
    await reading;
    return { bytes, checksum: checksum.digest() };
  } finally {
    await file.close();
  }
}

/** What is kept of the store that the settings name. */
export function cacheOf(settings: Settings, log: Pick<Logger, 'warn'>): Cache {
  return new Cache(settings.data, identityOf(locationOf(settings), settings.data), log);
}

export interface CachedState {
  /** The identity of the store that it is of; null where an older Sylva kept it. */
  store: string | null;
  /** The store's version at the time, and its last change; null where an older Sylva kept it. */
  version: number;
  changedAt: string | null;
  keys: KnownKey[];
  allowlist: string[];
  /** The last revision whose snapshot was kept, and the hash of that. */
  published: { revision: Revision; hash: string } | null;
}

/** Whether there is nothing in it that could be lost. */
export function isEmpty({ keys, allowlist, published }: CachedState): boolean {
  return keys.length === 0 && allowlist.length === 0 && published === null;
}

/** Undefined for that of another database; throws where it is no such text. */
export function parseState(text: string, database: string): CachedState | undefined {
  const kept = JSON.parse(text);
  if (!fits(kept, KEPT)) throw new Error('This is not what a server keeps.');
  const { database: of, store = null, version = 0, changedAt = null, keys, allowlist, published } = kept;
  return of === database ? { store, version, changedAt, keys, allowlist, published } : undefined;
}

/** What a value must be: of one of these types, or as a check says; of an object each field, of a list each item. */
type Shape = string | ((value: unknown) => boolean) | { [field: string]: Shape } | [Shape];

function fits(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'string') return shape.split('|').includes(value === null ? 'null' : typeof value);
  if (typeof shape === 'function') return shape(value);
  if (Array.isArray(shape)) return Array.isArray(value) && value.every((item) => fits(item, shape[0]));
  const fields = value as Record<string, unknown> | undefined;
  return fits(value, 'object') && Object.entries(shape).every(([name, each]) => fits(fields?.[name], each));
}

const isRange = (value: unknown) => typeof value === 'string' && typeof parseRange(value) !== 'string';
const isMoment = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
/** It becomes the name of a file. */
const isHash = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const REVISION: Shape = {
  ...{ id: 'string', number: 'number', createdAt: isMoment, note: 'string|null', hash: isHash },
  ...{ trees: 'number', families: 'number', format: 'number' },
};
const KEY = { id: 'string', name: 'string', hash: 'string', expiresAt: 'number|null', isReplaced: 'boolean|undefined' };
const KEPT: Shape = {
  ...{ database: 'string', store: 'string|null|undefined', version: 'number|undefined' },
  changedAt: (value) => value === undefined || value === null || isMoment(value),
  ...{ keys: [KEY], allowlist: [isRange] },
  published: (value) => value === null || fits(value, { revision: REVISION, hash: isHash }),
};
