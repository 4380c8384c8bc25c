// In charge of what is remembered of the source that was published last from here: its fingerprint, the hash of the snapshot
// that was made of it, what there was to say of it, and what each tree was made of. Losing it costs time, and nothing else: what is
// damaged, of another Sylva or of another source counts as nothing.

import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { Origin } from '../content/known-trees.ts';
import type { Report } from '../content/read.ts';
import { writeSoon } from '../store/files.ts';

const FILE = 'last-published.json';

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
  origins: Origin[];
}

/** What is kept, with a checksum before it. */
export function readLastPublished({ data }: Settings): LastPublished | undefined {
  try {
    const [checksum, text] = readFileSync(join(data, 'cache', FILE), 'utf8').split('\n', 2);
    return checksum === hash('sha256', text) ? (JSON.parse(text) as LastPublished) : undefined;
  } catch {
    return undefined;
  }
}

/** Only where there is a data folder: who publishes to a database elsewhere may have none. */
export function keepLastPublished({ data }: Settings, last: LastPublished): void {
  if (!existsSync(data)) return;
  const { trees, errors, warnings, passedOver, drafts, tally } = last.report;
  const report: Report = { trees: { length: trees.length }, errors, warnings, passedOver, drafts, tally };
  const text = JSON.stringify({ ...last, report });
  try {
    writeSoon(join(data, 'cache', FILE), `${hash('sha256', text)}\n${text}`);
  } catch {
    // A disk that is full, or takes no change: the next publish takes longer.
  }
}
