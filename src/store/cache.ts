// Keeps files beside the store, so that a server can start and serve without it: the last known state of the store, snapshots by
// hash, and change logs. A damaged or unreadable file counts as missing. Writing does not block the thread.

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
/** So that frequent publishes do not fill the disk. */
const MAX_RECENT_SNAPSHOTS = 3;

export class Cache {
  readonly folder: string;
  readonly statePath: string;
  readonly #database: string;
  readonly #log: Pick<Logger, 'warn'>;

  /** `database` is the one that the state must be of. */
  constructor(dataFolder: string, database: string, log: Pick<Logger, 'warn'>) {
    this.folder = join(dataFolder, CACHE_FOLDER);
    this.statePath = join(this.folder, 'known.json');
    this.#database = database;
    this.#log = log;
    keepPrivate(this.folder);
  }

  /** Undefined if it is empty or of another database, whose keys must not open this one. */
  state(): CachedState | undefined {
    try {
      const state = isFile(this.statePath) && parseState(readFileSync(this.statePath, 'utf8'), this.#database);
      return state && !isEmpty(state) ? state : undefined;
    } catch (error) {
      this.#log.warn({ err: error, file: this.statePath }, 'what was last known cannot be read, and counts as nothing');
      return undefined;
    }
  }

  /** Does not write the same text again: the folder may be one where nothing can be written. */
  async keepState(state: CachedState): Promise<void> {
    const text = JSON.stringify({ database: this.#database, ...state });
    if (this.#stateText() !== text) await writeDurably(this.statePath, Buffer.from(text));
  }

  #stateText(): string | undefined {
    try {
      return isFile(this.statePath) ? readFileSync(this.statePath, 'utf8') : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Returns whether the state is gone. An outdated one is worse than none: it would bring back revoked keys. If the folder lets
   * nothing be removed, the file may still be emptied.
   */
  forgetState(): boolean {
    isDone(() => rmSync(this.statePath, { force: true })) || isDone(() => truncateSync(this.statePath));
    return !this.#stateText();
  }

  /** The bytes of a snapshot, in shared memory; undefined if it is not here. Throws a SnapshotError if it is damaged or of another format. */
  async snapshot(hash: string): Promise<Uint8Array | undefined> {
    const path = this.pathOf(hash);
    if (!isFile(path)) return undefined;
    const { bytes, checksum } = await readShared(path);
    if (decode(bytes, { checksum }).meta.content === hash) return bytes;
    throw new SnapshotError(`${path} is the snapshot of another catalogue.`);
  }

  /** Whether an offer of this snapshot would be kept, and there is none. */
  lacksSnapshot(hash: string): boolean {
    try {
      return isOwnFolder(dirname(this.folder)) && !isFile(this.pathOf(hash));
    } catch {
      return false;
    }
  }

  /** Keeps a snapshot, and drops all others but the previous one. */
  async keepSnapshot(hash: string, bytes: Uint8Array, previous: string | undefined): Promise<void> {
    const path = this.pathOf(hash);
    await (isFile(path) ? makeDurable(path) : writeDurably(path, bytes));
    await this.#dropSnapshots([hash, previous]);
  }

  /**
   * Writes a snapshot that is about to be published, for servers and the next publish. Only in a data folder of the same user:
   * another one could not read it. Losing it costs time only.
   */
  async offerSnapshot(hash: string, bytes: Uint8Array, previous: string | undefined): Promise<void> {
    if (!isOwnFolder(dirname(this.folder))) return;
    try {
      await this.#dropSnapshots([hash, previous]);
      if (!isFile(this.pathOf(hash))) await writeSoon(this.pathOf(hash), bytes);
    } catch {
      // The next reader compiles it.
    }
  }

  /** Drops other snapshots, but not the latest: another publisher may be about to activate them. */
  async #dropSnapshots(kept: (string | undefined)[]): Promise<void> {
    const keptFiles = kept.flatMap((hash) => (hash === undefined ? [] : fileOf(hash)));
    const others = globSync('*.snapshot*', { cwd: this.folder }).filter((file) => !keptFiles.includes(file));
    const ages = others.map((file) => {
      const path = join(this.folder, file);
      return { path, writtenAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
    });
    const oldest = Date.now() - MIN_AGE_TO_DROP_MILLISECONDS;
    const byAge = ages.sort((a, b) => b.writtenAt - a.writtenAt);
    const dropped = byAge.filter(({ writtenAt }, index) => index >= MAX_RECENT_SNAPSHOTS || writtenAt < oldest);
    await Promise.allSettled(dropped.map(({ path }) => rm(path, { force: true })));
  }

  /** The change log up to a revision, in shared memory; undefined if it is not here. Throws a SnapshotError if it is damaged. */
  async changeLog(revision: Revision): Promise<Uint8Array | undefined> {
    const path = this.changeLogPathOf(revision);
    if (!isFile(path)) return undefined;
    const { bytes, checksum } = await readShared(path);
    decode(bytes, { checksum, kind: CHANGE_LOG });
    return bytes;
  }

  /** Drops all others. */
  async keepChangeLog(revision: Revision, bytes: Uint8Array): Promise<void> {
    const path = this.changeLogPathOf(revision);
    const kept = await this.changeLog(revision).catch(() => undefined);
    if (!kept || Buffer.compare(kept, bytes) !== 0) await writeDurably(path, bytes);
    const others = globSync('*.changes*', { cwd: this.folder }).filter((file) => join(this.folder, file) !== path);
    for (const file of others) this.forget(join(this.folder, file));
  }

  /** A store that was set back may come to the same number and content again, by another way. Another format has another name. */
  changeLogPathOf({ id, hash, createdAt }: Revision): string {
    return join(this.folder, `${hash}-${id}-${Date.parse(createdAt)}.${CHANGE_LOG.version}.changes`);
  }

  /** Removes the file of a snapshot or change log, if possible. */
  forget(path: string): void {
    isDone(() => rmSync(path, { force: true }));
  }

  pathOf(hash: string): string {
    return join(this.folder, fileOf(hash));
  }
}

/** The cache of the store that the settings name. */
export function cacheOf(settings: Settings, log: Pick<Logger, 'warn'> = { warn() {} }): Cache {
  return new Cache(settings.data, identityOf(locationOf(settings), settings.data), log);
}

/** A snapshot of another format, or sorted by other collations, has another name. */
function fileOf(hash: string): string {
  return `${hash}.${FORMAT_VERSION}-${process.versions.icu}.snapshot`;
}

/** Throws if something else has that name: reading it might never end. */
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

/** Computes the checksum of one part while the next one is read. */
async function readShared(path: string): Promise<{ bytes: Uint8Array; checksum: Buffer }> {
  await using file = await open(path);
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
}

export interface CachedState {
  /** The identity of its store; null if an older Sylva wrote it. */
  store: string | null;
  /** The version of the store then. */
  version: number;
  /** The last change of the store then; null if an older Sylva wrote it. */
  changedAt: string | null;
  keys: KnownKey[];
  allowlist: string[];
  /** The last revision whose snapshot was kept. */
  published: { revision: Revision } | null;
}

export function isEmpty({ keys, allowlist, published }: CachedState): boolean {
  return keys.length === 0 && allowlist.length === 0 && published === null;
}

/** Undefined if it is of another database. Throws if it is no state. */
function parseState(text: string, database: string): CachedState | undefined {
  const state = JSON.parse(text);
  if (!fits(state, STATE)) throw new Error('This is not what a server keeps.');
  const { database: of, store = null, version = 0, changedAt = null, keys, allowlist, published } = state;
  return of === database ? { store, version, changedAt, keys, allowlist, published } : undefined;
}

/** One of these types, a check, a shape for each field of an object, or one for each item of a list. */
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
const STATE: Shape = {
  ...{ database: 'string', store: 'string|null|undefined', version: 'number|undefined' },
  changedAt: (value) => value === undefined || value === null || isMoment(value),
  ...{ keys: [KEY], allowlist: [isRange] },
  published: (value) => value === null || fits(value, { revision: REVISION }),
};
