// Keeps files beside the store, so that a server can start and serve without it: what was last known of the store, snapshots by their
// hash, and change logs. What is damaged or cannot be read counts as missing. Writing leaves the thread free.

import { globSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { KnownKey } from '../access/callers.ts';
import { CACHE_FOLDER, identityOf, locationOf } from '../config/location.ts';
import type { Settings } from '../config/settings.ts';
import { parseRange } from '../net/address.ts';
import { CHANGE_LOG, Checksum, decode, FORMAT_VERSION, SnapshotError } from '../snapshot/format.ts';
import { keepPrivate, makeDurable, writeDurably, writeSoon } from './files.ts';
import type { Revision } from './tables/revisions.ts';

const PART_BYTES = 8 * 1024 * 1024;
/** Another publisher, or a server, may be about to use a newer file. */
const MIN_AGE_TO_DROP_MILLISECONDS = 10 * 60_000;

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

  /** The bytes of a snapshot, in shared memory; undefined if it is not here. Throws a SnapshotError if it is damaged or of another format. */
  async snapshot(hash: string): Promise<Uint8Array | undefined> {
    const path = this.pathOf(hash);
    if (!isFile(path)) return undefined;
    const { bytes, checksum } = await readShared(path);
    if (decode(bytes, { checksum }).meta.content === hash) return bytes;
    throw new SnapshotError(`${path} is the snapshot of another catalogue.`);
  }

  /** Keeps a snapshot, and drops all others but the one before it. */
  async keepSnapshot(hash: string, bytes: Uint8Array, before: string | undefined): Promise<void> {
    const path = this.pathOf(hash);
    await (isFile(path) ? makeDurable(path) : writeDurably(path, bytes));
    await this.#dropSnapshots([hash, before]);
  }

  /**
   * Puts a snapshot that is about to be published where servers and the next publish look for it. Only in a data folder of the same
   * user: another one could not read it. Losing it costs time only.
   */
  async offerSnapshot(hash: string, bytes: Uint8Array, before: string | undefined): Promise<void> {
    if (!isOwnFolder(dirname(this.folder))) return;
    try {
      await this.#dropSnapshots([hash, before]);
      if (!isFile(this.pathOf(hash))) await writeSoon(this.pathOf(hash), bytes);
    } catch {
      // The cache folder may be closed to us, or something else be in the way.
    }
  }

  /** To free hundreds of megabytes takes a while, but not this thread's. */
  async #dropSnapshots(kept: (string | undefined)[]): Promise<void> {
    const oldest = Date.now() - MIN_AGE_TO_DROP_MILLISECONDS;
    const isKept = (file: string) => kept.some((hash) => hash !== undefined && file === fileOf(hash));
    const others = globSync('*.snapshot*', { cwd: this.folder }).filter((file) => !isKept(file));
    const paths = others.map((file) => join(this.folder, file));
    const old = paths.filter((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest);
    await Promise.allSettled(old.map((path) => rm(path, { force: true })));
  }

  /** The change log up to a revision, in shared memory; undefined if it is not here. Throws a SnapshotError if it is damaged. */
  async changeLog(revision: Revision): Promise<Uint8Array | undefined> {
    const path = this.changeLogPathOf(revision);
    if (!isFile(path)) return undefined;
    const { bytes, checksum } = await readShared(path);
    decode(bytes, { checksum, kind: CHANGE_LOG });
    return bytes;
  }

  /** Keeps it, and drops all others. */
  async keepChangeLog(revision: Revision, bytes: Uint8Array): Promise<void> {
    const path = this.changeLogPathOf(revision);
    if (!isFile(path)) await writeDurably(path, bytes);
    const others = globSync('*.changes*', { cwd: this.folder }).filter((file) => join(this.folder, file) !== path);
    for (const file of others) isDone(() => rmSync(join(this.folder, file), { force: true }));
  }

  /** A store that was set back may come to the same number and content again, by another way. */
  changeLogPathOf({ id, hash, createdAt }: Revision): string {
    return join(this.folder, `${hash}-${id}-${Date.parse(createdAt)}.changes`);
  }

  forgetChangeLog(revision: Revision): void {
    isDone(() => rmSync(this.changeLogPathOf(revision), { force: true }));
  }

  /** What cannot be removed is found damaged again. */
  forgetSnapshot(hash: string): void {
    isDone(() => rmSync(this.pathOf(hash), { force: true }));
  }

  pathOf(hash: string): string {
    return join(this.folder, fileOf(hash));
  }
}

/** A snapshot of another format, or sorted by other collations, has another name. */
function fileOf(hash: string): string {
  return `${hash}.${FORMAT_VERSION}-${process.versions.icu}.snapshot`;
}

/** Whether there is a file; anything else of that name is an error, since it might never end. */
function isFile(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new Error(`${path} is no file.`);
  return found !== undefined;
}

function isOwnFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.geteuid?.();
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
  /** The last revision whose snapshot was kept. */
  published: { revision: Revision } | null;
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
  ...{ actor: 'string|null', trees: 'number', families: 'number' },
};
const KEY = { id: 'string', name: 'string', hash: 'string', expiresAt: 'number|null', isReplaced: 'boolean|undefined' };
const KEPT: Shape = {
  ...{ database: 'string', store: 'string|null|undefined', version: 'number|undefined' },
  changedAt: (value) => value === undefined || value === null || isMoment(value),
  ...{ keys: [KEY], allowlist: [isRange] },
  published: (value) => value === null || fits(value, { revision: REVISION }),
};
