// In charge of what is remembered of the source that was published last from here: its fingerprint, the hash of the snapshot
// that was made of it, what there was to say of it, and of its trees what each was made of, and what has to be known where it is as it was. Losing it costs time, and nothing else: what is
// damaged, of another Sylva or of another source counts as nothing.

import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE_FOLDER, LAST_PUBLISHED_FILE } from '../config/location.ts';
import type { Settings } from '../config/settings.ts';
import type { KnownUnit } from '../content/known-trees.ts';
import type { Known } from '../content/outline.ts';
import type { Report } from '../content/read.ts';
import { writeSoon } from '../store/files.ts';

export interface LastPublished {
  /** Of the source and of everything else that the snapshot follows from. */
  fingerprint: string;
  /** How many bytes the source has, where it is a file. */
  bytes: number | null;
  /** That of the snapshot. */
  hash: string;
  report: Report;
  /** Of everything but the source that trees follow from. */
  maker: string;
  /** What is kept of each tree, by their slugs. */
  trees: KeptTree[];
  /** And what is looked at across them, of each as JSON. */
  outlines: string[];
}

/** What is kept of a tree. */
export interface KeptTree extends Known {
  /** What it was made of; undefined where there was something to say of it. */
  units?: KnownUnit[] | undefined;
}

function pathIn(data: string): string {
  return join(data, CACHE_FOLDER, LAST_PUBLISHED_FILE);
}

/** A checksum of what follows; then a line an outline after all others, since few are ever read. */
export function readLastPublished({ data }: Settings): LastPublished | undefined {
  try {
    const text = readFileSync(pathIn(data), 'utf8');
    const checksum = text.slice(0, text.indexOf('\n'));
    const kept = text.slice(checksum.length + 1);
    if (checksum !== hash('sha256', kept)) return undefined;
    const [about, ...outlines] = kept.split('\n');
    return { ...JSON.parse(about), outlines };
  } catch {
    return undefined;
  }
}

/** Only where there is a data folder: who publishes to a database elsewhere may have none. */
export async function keepLastPublished({ data }: Settings, last: LastPublished): Promise<void> {
  if (!existsSync(data)) return;
  const { outlines, report: told, ...about } = last;
  const { trees, errors, warnings, passedOver, drafts, tally } = told;
  const report: Report = { trees: { length: trees.length }, errors, warnings, passedOver, drafts, tally };
  const text = [JSON.stringify({ ...about, report }), ...outlines].join('\n');
  try {
    await writeSoon(pathIn(data), Buffer.from(`${hash('sha256', text)}\n${text}`));
  } catch {
    // A disk that is full, or takes no change: the next publish takes longer.
  }
}
