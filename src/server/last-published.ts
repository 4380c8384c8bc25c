// In charge of what is memoize of the source that was published last from here: its fingerprint, the hash of the snapshot
// that was made of it, what there was to say of it, and what is kept of its trees. Losing it costs time, and nothing else: what is
// damaged, of another Sylva or of another source counts as nothing.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE_FOLDER, LAST_PUBLISHED_FILE } from '../config/location.ts';
import type { Settings } from '../config/settings.ts';
import type { KeptColumns } from '../content/kept-trees.ts';
import type { Report } from '../content/read.ts';
import { TextColumn } from '../content/text-column.ts';
import { QuickSum } from '../domain/quick-sum.ts';
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
  /** What the fingerprint sums long parts up with. */
  sumKey: string;
  /** Blocks of lines that are known by their sums. */
  blocks: KnownBlock[];
  /** What is kept of trees, by their slugs. */
  columns: KeptColumns;
}

const COLUMNS = ['slugs', 'families', 'outlines', 'units'] as const;

/** What stands in the first line, and how many trees there are, and bytes of each column. */
interface Head extends Omit<LastPublished, 'columns'> {
  length: number;
  sizes: number[];
}

function pathIn(data: string): string {
  return join(data, CACHE_FOLDER, LAST_PUBLISHED_FILE);
}

/** A checksum of what follows; the head, as a line; then the columns, for each the ends of its texts before them. */
export function readLastPublished({ data }: Settings): LastPublished | undefined {
  try {
    const bytes = readFileSync(pathIn(data));
    const kept = bytes.subarray(bytes.indexOf(LINE_END) + 1);
    if (!bytes.subarray(0, -kept.length).equals(checksumOf(kept))) return undefined;
    const headEnd = kept.indexOf(LINE_END);
    const { length, sizes, ...about }: Head = JSON.parse(kept.toString('utf8', 0, headEnd));
    return { ...about, columns: columnsIn(kept.subarray(headEnd + 1), length, sizes) };
  } catch {
    return undefined;
  }
}

const LINE_END = 10;

function checksumOf(...kept: Uint8Array[]): Buffer {
  const sum = new QuickSum();
  for (const part of kept) sum.update(part);
  return Buffer.from(`${sum.digest().toString('hex')}\n`);
}

function columnsIn(bytes: Buffer, length: number, sizes: number[]): KeptColumns {
  let at = 0;
  const next = (size: number) => {
    at += size;
    return bytes.subarray(at - size, at);
  };
  const columns = sizes.map((size) => {
    // Numbers stand where they may not be read from as they are.
    const ends = new Uint32Array(Uint8Array.from(next(length * Uint32Array.BYTES_PER_ELEMENT)).buffer);
    return new TextColumn(next(size), ends);
  });
  return Object.fromEntries(COLUMNS.map((name, index) => [name, columns[index]])) as unknown as KeptColumns;
}

/** Only where there is a data folder: who publishes to a database elsewhere may have none. */
export async function keepLastPublished({ data }: Settings, last: LastPublished): Promise<void> {
  if (!existsSync(data)) return;
  const { columns, report: told, ...about } = last;
  const { trees, errors, warnings, passedOver, drafts, tally } = told;
  const report: Report = { trees: { length: trees.length }, errors, warnings, passedOver, drafts, tally };
  const all = COLUMNS.map((name) => columns[name]);
  const head: Head = { ...about, report, length: columns.slugs.length, sizes: all.map(({ bytes }) => bytes.length) };
  const parts = all.flatMap(({ ends, bytes }) => [
    new Uint8Array(ends.buffer, ends.byteOffset, ends.byteLength),
    bytes,
  ]);
  const kept = [Buffer.from(`${JSON.stringify(head)}\n`), ...parts];
  try {
    await writeSoon(pathIn(data), Buffer.concat([checksumOf(...kept), ...kept]));
  } catch {
    // A disk that is full, or takes no change: the next publish takes longer.
  }
}
