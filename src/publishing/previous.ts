// Finds what the last publish from this data folder left: its snapshot and its import cache, if they are of the active revision.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeVersion } from '../config/installation.ts';
import { CACHE_FOLDER, IMPORT_CACHE_FILE } from '../config/location.ts';
import type { Settings } from '../config/settings.ts';
import type { ImportCacheData } from '../content/source/import-cache.ts';
import { hashText } from '../domain/tree-hash.ts';
import { openSnapshot, type Snapshot } from '../snapshot/open.ts';
import { cacheOf } from '../store/cache.ts';
import { writeSoon } from '../store/files.ts';
import type { Revision } from '../store/tables/revisions.ts';

/** A catalogue that was prepared before, from the same settings. */
export interface Previous {
  snapshot: Snapshot;
  imported: ImportCacheData;
}

/** Undefined if anything is missing, damaged or of another revision, source settings or code: then everything is read. */
export async function findPrevious(settings: Settings, active: Revision | undefined): Promise<Previous | undefined> {
  const imported = active && readImportCache(settings, active.hash);
  const bytes =
    imported &&
    (await cacheOf(settings)
      .snapshot(active.hash)
      .catch(() => undefined));
  return bytes && { imported, snapshot: openSnapshot(bytes, { isVerified: true }) };
}

function pathIn({ data }: Settings): string {
  return join(data, CACHE_FOLDER, IMPORT_CACHE_FILE);
}

/** A checksum, then what the cache is of, then the cache: a line each. So its data is what this code has written. */
function readImportCache(settings: Settings, hash: string): ImportCacheData | undefined {
  try {
    const [checksum, owner, data] = readFileSync(pathIn(settings), 'utf8').split('\n');
    if (owner !== ownerOf(settings, hash) || checksum !== hashText(data)) return undefined;
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

/** Losing it costs time only. It is not saved without a data folder, as on a machine that publishes to a remote database. */
export async function saveImportCache(settings: Settings, hash: string, imported: ImportCacheData): Promise<void> {
  if (!existsSync(settings.data)) return;
  const data = JSON.stringify(imported);
  const text = `${hashText(data)}\n${ownerOf(settings, hash)}\n${data}`;
  await writeSoon(pathIn(settings), Buffer.from(text)).catch(() => {});
}

/** Everything but the source that trees and findings follow from, and the catalogue that they were published as. */
function ownerOf({ defaultLocale, maxTreeSize }: Settings, hash: string): string {
  const { node, icu = '' } = process.versions;
  return JSON.stringify([codeVersion(), node, icu, defaultLocale, maxTreeSize, hash]);
}
