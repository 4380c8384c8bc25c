// In charge of what a server keeps of its knowledge on disk, as text: read with care, since anything may stand in a file.

import { parseRange } from '../access/address.ts';
import type { KnownKey } from '../access/callers.ts';
import type { Revision } from './revision-store.ts';

export interface Known {
  /** The identity of the store that it is of; null where an older Sylva kept it. */
  store: string | null;
  /** The store's version at the time. */
  version: number;
  keys: KnownKey[];
  allowlist: string[];
  /** The last revision whose snapshot was kept, and the hash of that. */
  published: { revision: Revision; hash: string } | null;
}

/** Whether there is nothing in it that could be lost. */
export function isNothing({ keys, allowlist, published }: Omit<Known, 'store' | 'version'>): boolean {
  return keys.length === 0 && allowlist.length === 0 && published === null;
}

/** `database` says which one the knowledge is of. */
export function formatKnown(database: string, known: Known): string {
  return JSON.stringify({ database, ...known });
}

/** Undefined for that of another database; throws where it is no such text. */
export function parseKnown(text: string, database: string): Known | undefined {
  const kept = JSON.parse(text);
  if (!isKept(kept)) throw new Error('This is not what a server keeps.');
  const { database: of, store = null, version = 0, keys, allowlist, published } = kept;
  return of === database ? { store, version, keys, allowlist, published } : undefined;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isFlag: Check = (value) => typeof value === 'boolean';
const isRange: Check = (value) => typeof value === 'string' && typeof parseRange(value) !== 'string';
const isMoment: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
/** It becomes the name of a file. */
const isHash: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isMissing: Check = (value) => value === undefined;
const isNull: Check = (value) => value === null;

const either =
  (...checks: Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));

const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const withFields =
  (fields: Record<string, Check>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const isRevision = withFields({
  id: isText,
  number: isNumber,
  createdAt: isMoment,
  note: either(isNull, isText),
  hash: isHash,
  trees: isNumber,
  families: isNumber,
  format: isNumber,
});

const isKey = withFields({
  id: isText,
  name: isText,
  hash: isText,
  expiresAt: either(isNull, isNumber),
  isReplaced: either(isMissing, isFlag),
});

const isKept = withFields({
  database: isText,
  store: either(isMissing, isNull, isText),
  version: either(isMissing, isNumber),
  keys: listOf(isKey),
  allowlist: listOf(isRange),
  published: either(isNull, withFields({ revision: isRevision, hash: isHash })),
});
