// Exports trees of a snapshot as a stream of bytes that can be published again.

import { excelCell } from '../../content/formats/csv-cell.ts';
import type { Catalogue } from '../catalogue.ts';
import type { TextQuery } from '../query.ts';
import type { Chunk } from './chunk.ts';
import { BYTE_ORDER_MARK, CSV_HEADER, csvLine } from './csv.ts';
import { archiveChunks } from './dwca/archive.ts';
import type { Dataset } from './dwca/eml.ts';
import { type Row, Rows } from './row.ts';

type Chunks = (catalogue: Catalogue, query: TextQuery, dataset: Dataset) => Generator<Chunk>;

export interface ExportFormat {
  extension: string;
  mediaType: string;
  example: string;
  /** Whether its bytes depend on more than the trees. */
  isArchive: boolean;
  chunks: Chunks;
}

const CSV = {
  extension: 'csv',
  mediaType: 'text/csv; charset=utf-8; header=present',
  example: 'slug,title.en,title.es\r\nceiba-pentandra,Kapok,Ceiba\r\n',
  isArchive: false,
};

export const EXPORT_FORMATS = {
  ndjson: {
    extension: 'ndjson',
    mediaType: 'application/x-ndjson',
    example: '{"slug":"ceiba-pentandra","title.en":"Kapok","title.es":"Ceiba"}\n',
    isArchive: false,
    chunks: lines('', (row) => `${JSON.stringify(row)}\n`),
  },
  csv: { ...CSV, chunks: lines(CSV_HEADER, (row) => csvLine(row)) },
  'csv-excel': { ...CSV, chunks: lines(BYTE_ORDER_MARK + CSV_HEADER, (row) => csvLine(row, excelCell)) },
  dwca: {
    extension: 'zip',
    mediaType: 'application/zip',
    example: 'PK…',
    isArchive: true,
    chunks: archiveChunks,
  },
} satisfies Record<string, ExportFormat>;

export type ExportFormatName = keyof typeof EXPORT_FORMATS;

export interface ExportQuery extends TextQuery {
  format: ExportFormatName;
}

/** By slug. */
export function exportChunks(catalogue: Catalogue, query: ExportQuery, dataset: Dataset): Generator<Chunk> {
  return EXPORT_FORMATS[query.format].chunks(catalogue, query, dataset);
}

const CHUNK_CHARACTERS = 16 * 1024;

/** A line per tree, after the head. */
function lines(head: string, line: (row: Row) => string): Chunks {
  return (catalogue, query) => {
    const rows = new Rows(catalogue.snapshot, query.only);
    const trees = catalogue.treesOf(query);
    return from(0, head);

    function* from(start: number, before: string): Generator<Chunk> {
      let text = before;
      for (let at = start; at < trees.length; at++) {
        text += line(rows.of(trees[at]));
        if (text.length < CHUNK_CHARACTERS) continue;
        yield { bytes: Buffer.from(text), rest: () => from(at + 1, '') };
        text = '';
      }
      if (text !== '') yield { bytes: Buffer.from(text) };
    }
  };
}
