// Reads NDJSON: one tree a line. The file is held as bytes, since it may be longer than a string can be.

import { isBlank } from '../../domain/text.ts';
import { type ReadUnit, readUnit } from '../model/read-unit.ts';
import type { SourceContext } from '../source/context.ts';
import { megabytes } from '../source/files.ts';
import { keyOf } from '../source/import-cache.ts';
import { placeIn, type Unit } from '../source/units.ts';
import { readLine } from './json.ts';

/** A row is larger than what is served of it, by its other language, but not by more than this. */
const ROW_TO_TREE = 4;
const NEWLINE = 10;
const BRACE = 0x7b;

export function* readNdjson(file: string, bytes: Buffer, context: SourceContext): Generator<ReadUnit> {
  const { findings, accounting, maxTreeBytes, progress } = context;
  const maxBytes = ROW_TO_TREE * maxTreeBytes;
  for (let [start, line] = [0, 1]; start < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    const written = bytes.subarray(start, end);
    start = end + 1;
    // Nothing is kept of blank lines: there may be millions of them.
    if (isBlankLine(written, maxBytes)) continue;
    if (findings.isFull({ file, line })) return;
    const unit = accounting.open(unitAt(file, line));
    if (written.length > maxBytes) {
      const message = `The line has ${megabytes(written.length)}: at most ${megabytes(maxBytes)} are read.`;
      findings.error('too-large', placeIn(unit), message);
    } else {
      const key = () => keyOf('json', written);
      const read = readUnit(unit, key, context, (how) => readLine(unit, written.toString(), line, how));
      if (read) yield read;
    }
    progress('reading', end, bytes.length, 'bytes');
  }
}

/** Most lines of trees begin with a brace, and need no closer look. */
function isBlankLine(line: Buffer, maxBytes: number): boolean {
  return line.length === 0 || (line[0] !== BRACE && line.length <= maxBytes && isBlank(line.toString()));
}

/** Made apart from the bytes of the file, which would be kept for as long as the unit. */
function unitAt(file: string, line: number): Unit {
  return { file, row: null, lineOf: () => line };
}
