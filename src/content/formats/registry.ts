// Lists the formats that a source may have. A new one is an entry here, and a file that reads it.

import { existsSync, type Stats } from 'node:fs';
import { extname, join } from 'node:path';
import type { ReadUnit } from '../model/read-unit.ts';
import type { SourceContext } from '../source/context.ts';
import { readUtf8, type SourceFile } from '../source/files.ts';
import { type ArchiveOptions, readArchive } from './archives/archive.ts';
import { isPackageFolder } from './archives/coldp/package.ts';
import { META } from './archives/container/members.ts';
import { looksLikeCore } from './archives/meta/sniff.ts';
import { readCsv } from './csv.ts';
import { readJson } from './json.ts';
import { readFolder } from './markdown-folder.ts';
import { readNdjson } from './ndjson.ts';

interface Format {
  /** How its files end, where it is a file. */
  extension?: string;
  accepts(path: string, stats: Stats): boolean;
  read(source: SourceFile, context: SourceContext, stats: Stats, options: ArchiveOptions): Iterable<ReadUnit>;
  /** Whether it is an archive of taxa, of which rows may be chosen. */
  isArchive?: boolean;
}

/** The first that accepts a source reads it. A text may have some 500 million characters; NDJSON is read line by line. */
const FORMATS: Format[] = [
  archive('.zip', (path, stats) => (stats.isDirectory() ? isArchiveFolder(path) : endsWith(path, '.zip'))),
  archive(undefined, (path, stats) => !stats.isDirectory() && ['.txt', '.tsv'].some((each) => endsWith(path, each))),
  archive(undefined, (path, stats) => endsWith(path, '.csv') && stats.isFile() && looksLikeCore(path)),
  {
    accepts: (_, stats) => stats.isDirectory(),
    read: ({ path }, context) => readFolder(path, context, EXTENSIONS),
  },
  table('.csv', 500_000_000, readCsv),
  table('.json', 500_000_000, readJson),
  table('.ndjson', 2_000_000_000, readNdjson),
];

const EXTENSIONS = FORMATS.flatMap(({ extension }) => extension ?? []);

function isArchiveFolder(path: string): boolean {
  return existsSync(join(path, META)) || isPackageFolder(path);
}

/** A Darwin Core Archive or its core alone, or a Catalogue of Life Data Package. */
function archive(extension: string | undefined, accepts: Format['accepts']): Format {
  return {
    ...(extension && { extension }),
    accepts,
    isArchive: true,
    read: (source, context, stats, options) => readArchive(source, stats, context, options),
  };
}

function endsWith(path: string, extension: string): boolean {
  return extname(path).toLowerCase() === extension;
}

function table(
  extension: string,
  maxBytes: number,
  read: (file: string, bytes: Buffer, context: SourceContext) => Iterable<ReadUnit>,
): Format {
  return {
    extension,
    accepts: (path) => endsWith(path, extension),
    read(file, context) {
      const bytes = readUtf8(file, maxBytes, context.findings);
      return bytes ? read(file.name, bytes, context) : [];
    },
  };
}

/** Whether a source is an archive: then it may be chosen from, and what it lacks may be given. */
export function isArchive(path: string, stats: Stats): boolean {
  return formatOf(path, stats)?.isArchive === true;
}

function formatOf(path: string, stats: Stats): Format | undefined {
  return FORMATS.find(({ accepts }) => accepts(path, stats));
}

/** What a source says, each tree in each language, or what is known already; it is read while somebody takes it. */
export function readUnits(
  source: SourceFile,
  stats: Stats,
  context: SourceContext,
  options: ArchiveOptions,
): Iterable<ReadUnit> {
  const format = formatOf(source.path, stats);
  if (format) return format.read(source, context, stats, options);
  const message = `A source is a folder, or a ${EXTENSIONS.slice(0, -1).join(', ')} or ${EXTENSIONS.at(-1)} file.`;
  context.findings.error('unreadable', { file: source.name, line: null }, message);
  return [];
}
