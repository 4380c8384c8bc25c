// In charge of lines as blocks that are summed up: which ones there are follows from the lines alone. A file goes by in a window for
// that, and none of it stays.

import { isUtf8 } from 'node:buffer';
import { readSync } from 'node:fs';
import { SourceChangedError, type SourceFile, withFile } from '../files.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { Findings } from '../source-context.ts';

/** Some that follow each other: the number of the first, how many they are, and where they begin and end. */
export interface Lines {
  line: number;
  lines: number;
  start: number;
  end: number;
}

export interface SummedLines extends Lines {
  /** Of all that they say. */
  sum: string;
}

/** Line by line: a whole catalogue may be longer than a string can be. */
export function* linesIn(bytes: Buffer, { line, start, end }: Omit<Lines, 'lines'>): Generator<Lines, undefined> {
  for (let [at, number] = [start, line]; at < end; number++) {
    const newline = bytes.indexOf(NEWLINE, at);
    const lineEnd = newline === -1 ? end : newline;
    yield { line: number, lines: 1, start: at, end: lineEnd };
    at = lineEnd + 1;
  }
}

const NEWLINE = 10;

/** How many lines a block has, and which of them ends one: lines that are put in or taken out change few blocks. */
const BLOCK = { fewest: 8, most: 64, spread: 16 };

/** Where more bytes follow, the last block may be a longer one: it is left out. */
export function* blocksIn(bytes: Buffer, { line, start } = { line: 1, start: 0 }, isAll = true): Generator<Lines> {
  let block: Lines = { line, lines: 0, start, end: start };
  for (let at = start; at < bytes.length; at = block.end) {
    const newline = bytes.indexOf(NEWLINE, at);
    if (newline === -1 && !isAll) return;
    block.lines++;
    block.end = newline === -1 ? bytes.length : newline + 1;
    const isCut = block.lines >= BLOCK.fewest && (block.end - at) % BLOCK.spread === 0;
    if (!isCut && block.lines < BLOCK.most) continue;
    yield block;
    block = { line: block.line + block.lines, lines: 0, start: block.end, end: block.end };
  }
  if (isAll && block.lines > 0) yield block;
}

/** Few enough to stay near the processor. */
const WINDOW_BYTES = 1 << 20;
/** A block that is longer would be held twice: whoever reads the whole file holds it once. */
const WIDEST_WINDOW_BYTES = 64 << 20;
const MARK = Buffer.from('\ufeff');

/** The blocks of a file of UTF-8; undefined where it is none, cannot be read, or has lines that nobody would want to hold. */
export function scanBlocks(file: SourceFile, mostBytes: number, fingerprint: Fingerprint): SummedLines[] | undefined {
  return withFile(file, mostBytes, new Findings(), (handle) => scan(handle, fingerprint));
}

function scan(handle: number, fingerprint: Fingerprint): SummedLines[] | undefined {
  const blocks: SummedLines[] = [];
  let window = Buffer.alloc(WINDOW_BYTES);
  // Where in the file the window begins, how much of it is filled, and the number of its first line.
  let [position, filled, line] = [0, 0, 1];
  for (let isAll = false; !isAll; ) {
    const read = readSync(handle, window, filled, window.length - filled, position + filled);
    filled += read;
    isAll = read === 0;
    const bytes = window.subarray(0, filled);
    const start = position === 0 && bytes.indexOf(MARK) === 0 ? MARK.length : 0;
    let end = start;
    for (const block of blocksIn(bytes, { line, start }, isAll)) {
      const sum = fingerprint.sumOf(bytes.subarray(block.start, block.end));
      blocks.push({ ...block, start: position + block.start, end: position + block.end, sum });
      line += block.lines;
      end = block.end;
    }
    if (!isUtf8(bytes.subarray(0, end))) return undefined;
    window.copyWithin(0, end, filled);
    position += end;
    filled -= end;
    if (filled < window.length) continue;
    if (filled >= WIDEST_WINDOW_BYTES) return undefined;
    window = Buffer.concat([window], 2 * filled);
  }
  return blocks;
}

/** What was summed up, from the file that has gone by. */
export function blockAgain(file: SourceFile, { start, end, sum }: SummedLines, fingerprint: Fingerprint): Buffer {
  const bytes = Buffer.alloc(end - start);
  withFile(file, Infinity, new Findings(), (handle) => readSync(handle, bytes, 0, bytes.length, start));
  if (fingerprint.sumOf(bytes) !== sum) throw new SourceChangedError(`${file.name} was changed while it was read.`);
  return bytes;
}
