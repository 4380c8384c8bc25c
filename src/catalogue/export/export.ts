// In charge of exports: trees of one snapshot as a stream of bytes, in a form that can be published again.

import type { Locale } from '../../domain/vocabulary.ts';
import type { Catalogue } from '../catalogue.ts';
import type { TreesQuery } from '../query.ts';
import { BYTE_ORDER_MARK, CSV_HEADER, csvLine } from './csv.ts';
import { type Row, Rows } from './row.ts';

export interface ExportFormat {
  /** What is asked for, and how a file's name ends. */
  extension: string;
  mediaType: string;
  example: string;
  /** What stands before the first tree. */
  head: string;
  line(row: Row): string;
}

const CSV: ExportFormat = {
  extension: 'csv',
  mediaType: 'text/csv; charset=utf-8; header=present',
  example: 'slug,title.en,title.es\r\nceiba-pentandra,Kapok,Ceiba\r\n',
  head: CSV_HEADER,
  line: csvLine,
};

export const EXPORT_FORMATS = {
  ndjson: {
    extension: 'ndjson',
    mediaType: 'application/x-ndjson',
    example: '{"slug":"ceiba-pentandra","title.en":"Kapok","title.es":"Ceiba"}\n',
    head: '',
    line: (row: Row) => `${JSON.stringify(row)}\n`,
  },
  csv: CSV,
  'csv-excel': {
    ...CSV,
    head: BYTE_ORDER_MARK + CSV_HEADER,
  },
} satisfies Record<string, ExportFormat>;

export type ExportFormatName = keyof typeof EXPORT_FORMATS;

export interface ExportQuery extends TreesQuery {
  format: ExportFormatName;
  /** The language of the text; both where it is left out. */
  only?: Locale | undefined;
}

/** A chunk is made in well below a millisecond: others are answered between two of them. */
const CHUNK_CHARACTERS = 16 * 1024;

/** By slug. */
export function* exportChunks(catalogue: Catalogue, query: ExportQuery): Generator<Buffer> {
  const format: ExportFormat = EXPORT_FORMATS[query.format];
  const rows = new Rows(catalogue.snapshot, query.only);
  let text = format.head;
  for (const tree of catalogue.treesOf(query)) {
    text += format.line(rows.of(tree));
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
