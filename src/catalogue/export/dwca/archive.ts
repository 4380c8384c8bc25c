// In charge of exports as Darwin Core Archives: the tables of trees, zipped, as a stream. Each table is a walk of its own over the
// trees, so that none of it is held in memory.

import type { TreeDetail } from '../../../domain/tree.ts';
import { LOCALES } from '../../../domain/vocabulary.ts';
import type { Catalogue } from '../../catalogue.ts';
import type { TextQuery } from '../../query.ts';
import { lineOf } from '../csv.ts';
import { Details } from '../details.ts';
import { type Dataset, EML_FILE, emlXml } from './eml.ts';
import { EXTENSIONS } from './extensions.ts';
import { META_FILE, metaXml } from './meta.ts';
import type { Table } from './table.ts';
import { taxa } from './taxa.ts';
import { nameOf } from './terms.ts';
import { ZipFile } from './zip.ts';

/** Compressed at once; others are answered between two of them. */
const CHUNK_BYTES = 32 * 1024;
/** So much may be read without anything to send. */
const MOST_READ_BYTES = 128 * 1024;
const NOTHING = Buffer.alloc(0);

/** Some chunks are empty: there was work, and nothing to send yet. */
export function* archiveChunks(catalogue: Catalogue, query: TextQuery, dataset: Dataset): Generator<Buffer> {
  const trees = catalogue.treesOf(query);
  const details = new Details(catalogue.snapshot, query.only);
  const zip = new ZipFile();
  const present = new Uint8Array(trees.length);
  yield* file(zip, taxa, details, trees, (records, at) => {
    for (const [bit, extension] of EXTENSIONS.entries()) {
      if (extension.rowsOf(records).length > 0) present[at] |= 1 << bit;
    }
  });
  const used: Table[] = [];
  for (const [bit, extension] of EXTENSIONS.entries()) {
    const having = trees.filter((_, at) => present[at] & (1 << bit));
    if (having.length === 0) continue;
    used.push(extension);
    yield* file(zip, extension, details, having);
  }
  yield* small(zip, META_FILE, metaXml(taxa, used, EML_FILE));
  yield* small(zip, EML_FILE, emlXml(dataset, trees.length, query.only ?? LOCALES[0]));
  yield zip.finish();
}

function* file(
  zip: ZipFile,
  { file: name, terms, rowsOf }: Table,
  details: Details,
  trees: readonly number[],
  seen?: (records: TreeDetail[], at: number) => void,
): Generator<Buffer> {
  let text = lineOf(['taxonID', ...terms.map(nameOf)]);
  let rested = details.bytesRead;
  yield zip.begin(name);
  for (const [at, tree] of trees.entries()) {
    const records = details.of(tree);
    seen?.(records, at);
    for (const row of rowsOf(records)) {
      text += lineOf(row);
      if (text.length < CHUNK_BYTES) continue;
      yield* packed(zip, text);
      text = '';
      rested = details.bytesRead;
    }
    if (details.bytesRead - rested < MOST_READ_BYTES) continue;
    yield NOTHING;
    rested = details.bytesRead;
  }
  yield* packed(zip, text);
  yield zip.end();
}

function* small(zip: ZipFile, name: string, text: string): Generator<Buffer> {
  yield zip.begin(name);
  yield* packed(zip, text);
  yield zip.end();
}

/** A row may be long: it is compressed a part at a time. */
function* packed(zip: ZipFile, text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield zip.add(bytes.subarray(at, at + CHUNK_BYTES));
}
