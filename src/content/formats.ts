// In charge of the formats that a source may have. A new one is an entry here, and a file in formats/ that reads it.

import type { Stats } from 'node:fs';
import { extname } from 'node:path';
import { readUtf8, type SourceFile } from './files.ts';
import { readCsv } from './formats/csv.ts';
import { readFolder } from './formats/folder.ts';
import { readJson, readNdjson } from './formats/json.ts';
import type { LanguageVersion } from './language-version.ts';
import type { SourceContext } from './source-context.ts';

interface Format {
  /** How its files end, where it is a file. */
  extension?: string;
  accepts(path: string, stats: Stats): boolean;
  read(source: SourceFile, context: SourceContext): LanguageVersion[];
}

/** The first that accepts a source reads it. A text may have some 500 million characters; NDJSON is read line by line. */
const FORMATS: Format[] = [
  {
    accepts: (_, stats) => stats.isDirectory(),
    read: ({ path }, context) => readFolder(path, context, EXTENSIONS),
  },
  table('.csv', 500_000_000, readCsv),
  table('.json', 500_000_000, readJson),
  table('.ndjson', 2_000_000_000, readNdjson),
];

const EXTENSIONS = FORMATS.flatMap(({ extension }) => extension ?? []);

function table(
  extension: string,
  mostBytes: number,
  read: (file: string, bytes: Buffer, context: SourceContext) => LanguageVersion[],
): Format {
  return {
    extension,
    accepts: (path) => extname(path).toLowerCase() === extension,
    read(file, context) {
      const bytes = readUtf8(file, mostBytes, context.findings);
      return bytes ? read(file.name, bytes, context) : [];
    },
  };
}

/** What a source says, each tree in each language. */
export function readVersions(source: SourceFile, stats: Stats, context: SourceContext): LanguageVersion[] {
  const format = FORMATS.find(({ accepts }) => accepts(source.path, stats));
  if (format) return format.read(source, context);
  const message = `A source is a folder, or a ${EXTENSIONS.slice(0, -1).join(', ')} or ${EXTENSIONS.at(-1)} file.`;
  context.findings.error('unreadable', { file: source.name, line: null }, message);
  return [];
}
