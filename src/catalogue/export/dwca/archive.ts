// Exports Darwin Core Archives: zipped tables, as a stream. Each table is a pass over the trees, so that none is held in memory.

import type { TreeDetail } from '../../../domain/tree.ts';
import { LOCALES } from '../../../domain/vocabulary.ts';
import type { Catalogue } from '../../catalogue.ts';
import type { TextQuery } from '../../query.ts';
import type { Chunk } from '../chunk.ts';
import { lineOf } from '../csv.ts';
import { Details } from '../details.ts';
import { type Dataset, EML_FILE, emlXml } from './eml.ts';
import { EXTENSIONS } from './extensions.ts';
import { META_FILE, metaXml } from './meta.ts';
import { nameOf, type Table } from './table.ts';
import { taxa } from './taxa.ts';
import { ZipFile } from './zip.ts';

/** Compressed at once. */
const CHUNK_BYTES = 32 * 1024;
/** Read at most before other requests have their turn. */
const MAX_READ_BYTES = 128 * 1024;
const NOTHING = Buffer.alloc(0);

const TABLES: readonly Table[] = [taxa, ...EXTENSIONS];

/** Some chunks are empty, so that other requests have their turn. */
export function archiveChunks(catalogue: Catalogue, query: TextQuery, dataset: Dataset): Generator<Chunk> {
  const trees = catalogue.treesOf(query);
  const details = new Details(catalogue.snapshot, query.only);
  const present = new Uint8Array(trees.length);
  return from(new ZipFile(), 0, 0);

  function* from(zip: ZipFile, first: number, start: number): Generator<Chunk> {
    const used: Table[] = [];
    for (const [number, table] of TABLES.entries()) {
      const having = number === 0 ? trees : trees.filter((_, at) => present[at] & (1 << (number - 1)));
      if (having.length === 0 && number > 0) continue;
      if (number > 0) used.push(table);
      if (number >= first) yield* file(zip, number, having, number === first ? start : 0);
    }
    yield* small(zip, META_FILE, metaXml(taxa, used, EML_FILE));
    yield* small(zip, EML_FILE, emlXml(dataset, trees.length, query.only ?? LOCALES[0]));
    yield { bytes: zip.finish() };
  }

  /** A table from the tree at `start` on. Its chunks end with a tree. */
  function* file(zip: ZipFile, number: number, having: readonly number[], start: number): Generator<Chunk> {
    const { file: name, terms, rowsOf } = TABLES[number];
    let rested = details.bytesRead;
    let text = '';
    if (start === 0) {
      text = lineOf(['taxonID', ...terms.map(nameOf)]);
      yield { bytes: zip.begin(name) };
    }
    for (let at = start; at < having.length; at++) {
      const records = details.of(having[at]);
      if (number === 0) present[at] = extensionsOf(records);
      text += rowsOf(records).map(lineOf).join('');
      if (text.length >= CHUNK_BYTES) {
        yield* packed(zip, text);
        const written = zip.copy();
        yield { bytes: NOTHING, rest: () => from(written.copy(), number, at + 1) };
        text = '';
        rested = details.bytesRead;
      } else if (details.bytesRead - rested >= MAX_READ_BYTES) {
        yield { bytes: NOTHING };
        rested = details.bytesRead;
      }
    }
    yield* packed(zip, text);
    yield { bytes: zip.end() };
  }
}

/** A bit for each table that these records have rows in. */
function extensionsOf(records: TreeDetail[]): number {
  let bits = 0;
  for (const [bit, { rowsOf }] of EXTENSIONS.entries()) if (rowsOf(records).length > 0) bits |= 1 << bit;
  return bits;
}

function* small(zip: ZipFile, name: string, text: string): Generator<Chunk> {
  yield { bytes: zip.begin(name) };
  yield* packed(zip, text);
  yield { bytes: zip.end() };
}

/** In parts, since a row may be long. */
function* packed(zip: ZipFile, text: string): Generator<Chunk> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield { bytes: zip.add(bytes.subarray(at, at + CHUNK_BYTES)) };
}
