// Darwin Core Archives made for a test: tables in any dialect with their meta.xml, as a folder or as a zip file.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import type { ArchiveOptions } from '../../src/content/formats/archives/archive.ts';

import { temporaryFolder, writeFiles } from './folders.ts';
import { readAll, type WholeContent } from './sources.ts';

export const DWC = 'http://rs.tdwg.org/dwc/terms/';
const NAMESPACES: Record<string, string> = {
  language: 'http://purl.org/dc/terms/',
  modified: 'http://purl.org/dc/terms/',
  references: 'http://purl.org/dc/terms/',
  description: 'http://purl.org/dc/terms/',
  type: 'http://purl.org/dc/terms/',
  identifier: 'http://purl.org/dc/terms/',
  license: 'http://purl.org/dc/terms/',
  creator: 'http://purl.org/dc/terms/',
  title: 'http://purl.org/dc/terms/',
  format: 'http://purl.org/dc/terms/',
  bibliographicCitation: 'http://purl.org/dc/terms/',
  isPreferredName: 'http://rs.gbif.org/terms/1.0/',
  threatStatus: 'http://iucn.org/terms/threatStatus#',
};
const ROW_TYPES: Record<string, string> = { Taxon: `${DWC}Taxon`, MeasurementOrFact: `${DWC}MeasurementOrFact` };

export interface TestTable {
  rowType: string;
  file?: string;
  /** The first column is the identifier; the others are terms. */
  terms: string[];
  rows: string[][];
  separator?: string;
  lineEnd?: string;
  quote?: string;
  encoding?: string;
  headerLines?: number;
  /** Whether a header is written, whatever is announced. */
  hasHeader?: boolean;
  dateFormat?: string;
  /** Values of terms without a column. */
  defaults?: Record<string, string>;
}

export function uriOf(term: string): string {
  return /^https?:|:/.test(term) ? term : (NAMESPACES[term] ?? DWC) + term;
}

export const fileOf = (table: TestTable) => table.file ?? `${table.rowType.toLowerCase()}.txt`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const shown = (text: string) => text.replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');

/** Files of an archive by their names; the first table is the core. */
export function archiveFiles(
  tables: TestTable[],
  others: Record<string, string | Uint8Array> = {},
): Record<string, string | Uint8Array> {
  const files = tables.map((table): [string, Uint8Array] => [
    fileOf(table),
    encoded(tableText(table), table.encoding ?? 'UTF-8'),
  ]);
  return { 'meta.xml': metaOf(tables), ...Object.fromEntries(files), ...others };
}

export function metaOf(tables: TestTable[]): string {
  const elements = tables.map((table, index) => {
    const {
      rowType,
      terms,
      separator = '\t',
      lineEnd = '\n',
      quote = '',
      encoding = 'UTF-8',
      dateFormat,
      defaults = {},
    } = table;
    const name = index === 0 ? 'core' : 'extension';
    const attributes = {
      encoding,
      fieldsTerminatedBy: shown(separator),
      linesTerminatedBy: shown(lineEnd),
      fieldsEnclosedBy: quote,
      ignoreHeaderLines: String(table.headerLines ?? 1),
      rowType: ROW_TYPES[rowType] ?? `http://rs.gbif.org/terms/1.0/${rowType}`,
      ...(dateFormat && { dateFormat }),
    };
    const fields = [
      ...terms.map((term, at) => `<field index="${at + 1}" term="${escaped(uriOf(term))}"/>`),
      ...Object.entries(defaults).map(
        ([term, value]) => `<field default="${escaped(value)}" term="${escaped(uriOf(term))}"/>`,
      ),
    ];
    const head = Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`);
    return `  <${name} ${head.join(' ')}>
    <files><location>${fileOf(table)}</location></files>
    <${index === 0 ? 'id' : 'coreid'} index="0"/>
    ${fields.join('\n    ')}
  </${name}>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml">
${elements.join('\n')}
</archive>
`;
}

function tableText({
  terms,
  rows,
  separator = '\t',
  lineEnd = '\n',
  quote = '',
  headerLines = 1,
  hasHeader,
}: TestTable): string {
  const cell = (text: string) => (quote ? quote + text.replaceAll(quote, quote + quote) + quote : text);
  const header = (hasHeader ?? headerLines > 0) ? [['id', ...terms]] : [];
  return [...header, ...rows].map((row) => row.map(cell).join(separator) + lineEnd).join('');
}

export function encoded(text: string, encoding: string): Uint8Array {
  if (/^utf-?16/i.test(encoding)) return Buffer.from(`\ufeff${text}`, 'utf16le');
  return Buffer.from(text, /^utf-?8$/i.test(encoding) ? 'utf8' : 'latin1');
}

/** Reads these files as an archive: as a folder, or as a zip file. */
export function readAsArchive(
  t: TestContext,
  files: Record<string, string | Uint8Array>,
  options: ArchiveOptions & { as?: 'folder' | 'zip' } = {},
): WholeContent {
  const { as = 'folder', ...others } = options;
  const path = as === 'zip' ? writeZip(t, zipOf(files)) : writeFiles(t, files);
  return readAll(path, { archive: others });
}

export function readTables(t: TestContext, tables: TestTable[], options: ArchiveOptions = {}): WholeContent {
  return readAsArchive(t, archiveFiles(tables), options);
}

export function writeZip(t: TestContext, bytes: Uint8Array, name = 'archive.zip'): string {
  const path = join(temporaryFolder(t), name);
  writeFileSync(path, bytes);
  return path;
}

export interface ZipOptions {
  isStored?: boolean;
  /** What the entries say of themselves, where it is not the truth. */
  size?: number;
  flags?: number;
  method?: number;
  crc?: number;
  /** Whether sizes and places stand in fields of 64 bits. */
  isLarge?: boolean;
  comment?: string;
}

/** A zip file by hand: all that can be wrong with one can be made. */
export function zipOf(files: Record<string, string | Uint8Array>, options: ZipOptions = {}): Buffer {
  const [parts, directory]: Buffer[][] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content as Uint8Array);
    const packed = options.isStored ? bytes : deflateRawSync(bytes);
    const head = { name: Buffer.from(name), bytes, packed, offset, ...options };
    const local = entry(head, true);
    parts.push(local, packed);
    directory.push(entry(head, false));
    offset += local.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = endOf(directory.length, central.length, offset, options);
  return Buffer.concat([...parts, central, end]);
}

function entry(
  {
    name,
    bytes,
    packed,
    offset,
    ...options
  }: ZipOptions & { name: Buffer; bytes: Buffer; packed: Buffer; offset: number },
  isLocal: boolean,
): Buffer {
  const {
    isStored = false,
    size = bytes.length,
    flags = 0,
    method = isStored ? 0 : 8,
    crc = crc32(bytes),
    isLarge = false,
  } = options;
  const head = Buffer.alloc(isLocal ? 30 : 46);
  head.writeUInt32LE(isLocal ? 0x04034b50 : 0x02014b50, 0);
  const at = isLocal ? 6 : 8;
  head.writeUInt16LE(flags, at);
  head.writeUInt16LE(method, at + 2);
  head.writeUInt32LE(crc, at + 8);
  const hides = isLarge && !isLocal;
  head.writeUInt32LE(hides ? 0xffffffff : packed.length, at + 12);
  head.writeUInt32LE(hides ? 0xffffffff : size, at + 16);
  head.writeUInt16LE(name.length, at + 20);
  const extra = Buffer.alloc(hides ? 28 : 0);
  if (hides) {
    head.writeUInt32LE(0xffffffff, 42);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    for (const [index, number] of [size, packed.length, offset].entries())
      extra.writeBigUInt64LE(BigInt(number), 4 + 8 * index);
  } else if (!isLocal) head.writeUInt32LE(offset, 42);
  head.writeUInt16LE(extra.length, at + 22);
  return Buffer.concat([head, name, extra]);
}

function endOf(count: number, bytes: number, offset: number, { isLarge = false, comment = '' }: ZipOptions): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  for (const at of [8, 10]) end.writeUInt16LE(isLarge ? 0xffff : count, at);
  end.writeUInt32LE(isLarge ? 0xffffffff : bytes, 12);
  end.writeUInt32LE(isLarge ? 0xffffffff : offset, 16);
  end.writeUInt16LE(comment.length, 20);
  if (!isLarge) return Buffer.concat([end, Buffer.from(comment)]);
  const [large, locator] = [Buffer.alloc(56), Buffer.alloc(20)];
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  for (const [at, number] of [
    [24, count],
    [32, count],
    [40, bytes],
    [48, offset],
  ])
    large.writeBigUInt64LE(BigInt(number), at);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8);
  return Buffer.concat([large, locator, end, Buffer.from(comment)]);
}

/** An archive of two trees with what a tree needs. */
export const CORE: TestTable = {
  rowType: 'Taxon',
  terms: [
    'scientificName',
    'scientificNameAuthorship',
    'family',
    'taxonRank',
    'taxonomicStatus',
    'acceptedNameUsageID',
  ],
  rows: [
    ['t1', 'Ceiba pentandra', '(L.) Gaertn.', 'Malvaceae', 'species', 'accepted', ''],
    ['t2', 'Quercus robur', 'L.', 'Fagaceae', 'species', 'accepted', ''],
    ['t3', 'Bombax pentandrum', 'L.', 'Malvaceae', 'species', 'synonym', 't1'],
    ['t4', 'Quercus', 'L.', 'Fagaceae', 'genus', 'accepted', ''],
  ],
};

export const VERNACULARS: TestTable = {
  rowType: 'VernacularName',
  terms: ['vernacularName', 'language', 'isPreferredName'],
  rows: [
    ['t1', 'Silk-cotton tree', 'en', 'false'],
    ['t1', 'Kapok', 'en', 'true'],
    ['t1', 'Ceibo', 'es', ''],
    ['t1', 'Fromager', 'fr', ''],
    ['t2', 'English oak', 'en', ''],
  ],
};

export const DESCRIPTIONS: TestTable = {
  rowType: 'Description',
  terms: ['description', 'type', 'language'],
  rows: [
    ['t1', 'A giant.', 'general', 'en'],
    ['t1', 'Un gigante.', 'general', 'es'],
    ['t2', 'An oak.', 'general', 'en'],
  ],
};

export const DISTRIBUTIONS: TestTable = {
  rowType: 'Distribution',
  terms: ['locality', 'locationID', 'countryCode', 'occurrenceStatus', 'establishmentMeans', 'threatStatus'],
  rows: [
    ['t1', 'West Africa', '', '', 'present', 'native', ''],
    ['t1', 'Java', '', '', 'present', 'introduced', ''],
    ['t1', '', '', 'CR', '', '', ''],
    ['t1', 'Global', '', '', '', '', 'Least Concern'],
    ['t2', 'Europe', '', '', '', '', ''],
  ],
};
