import { quote } from '../../../../domain/text.ts';
import { isEncoding } from '../tables/decode.ts';
import type { Dialect } from '../tables/delimited.ts';
import type { Column, TableContext, TableRow } from '../tables/row.ts';
import { readTerm, rowTypeOf } from './terms.ts';
import { type Element, parseXml, XmlError } from './xml.ts';

export interface TableDescription {
  rowType: string;
  files: string[];
  dialect: Dialect;
  encoding: string;
  headerLines: number;
  dateFormat: string;
  /** The column of a row's own identifier in the core, and of that of its taxon in an extension. */
  idIndex: number | undefined;
  columns: Column[];
  /** Translates a row to Darwin Core. */
  adapt?: (row: TableRow) => TableRow[];
  /** Terms that are read besides those of the extension. */
  alsoRead?: string[];
}

export interface Archive {
  core: TableDescription;
  extensions: TableDescription[];
  /** The file that describes the whole. */
  metadata: string | undefined;
  /** If the core is not one table: all its rows, and its files. */
  coreRows?: (context: TableContext) => Iterable<TableRow>;
  coreFiles?: string[];
  /** Why other files are not read. */
  whyUnread: (file: string) => string;
}

type Complain = (line: number, message: string) => void;

/** Undefined if the file cannot be parsed. Calls `complain` for each problem. */
export function readMeta(text: string, complain: Complain): Archive | undefined {
  try {
    const root = parseXml(text);
    const cores = root.children.filter(({ name }) => name === 'core');
    if (root.name !== 'archive' || cores.length !== 1) {
      complain(root.line, `There must be one <archive> with one <core> in it; there are ${cores.length} here.`);
      return undefined;
    }
    const extensions = root.children.filter(({ name }) => name === 'extension');
    return {
      core: readTable(cores[0], complain),
      extensions: extensions.map((element) => readTable(element, complain)),
      metadata: root.attributes.get('metadata'),
      whyUnread: () => 'meta.xml does not name it.',
    };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    complain(error.line, `This is not XML as meta.xml must be: ${error.message}`);
    return undefined;
  }
}

function readTable({ name, attributes, children, line }: Element, complain: Complain): TableDescription {
  const childrenOf = (parent: string) => children.filter((child) => child.name === parent);
  const files = childrenOf('files').flatMap(locationsIn);
  if (files.length === 0) complain(line, `The <${name}> names no file: give <files><location>…</location></files>.`);
  const rowType = attributes.get('rowType');
  if (rowType === undefined) complain(line, `The <${name}> has no rowType.`);
  const encoding = attributes.get('encoding')?.trim() || 'UTF-8';
  if (!isEncoding(encoding))
    complain(line, `The encoding ${quote(encoding)} is not read: use UTF-8, UTF-16 or ISO-8859-1.`);
  const [id] = childrenOf(name === 'core' ? 'id' : 'coreid');
  return {
    rowType: rowTypeOf(rowType ?? ''),
    files,
    dialect: readDialect(attributes),
    encoding,
    headerLines: Number(attributes.get('ignoreHeaderLines') ?? 0) || 0,
    dateFormat: attributes.get('dateFormat') ?? '',
    idIndex: id && indexOf(id, complain),
    columns: childrenOf('field').flatMap((field) => readField(field, complain) ?? []),
  };
}

function locationsIn({ children }: Element): string[] {
  return children.filter(({ name }) => name === 'location').map(({ text }) => text.trim().replace(/^\.\//, ''));
}

/** The defaults are those of the standard. */
function readDialect(attributes: Element['attributes']): Dialect {
  return {
    separator: unescaped(attributes.get('fieldsTerminatedBy') ?? '') || ',',
    lineEnd: unescaped(attributes.get('linesTerminatedBy') ?? '') || '\n',
    quote: unescaped(attributes.get('fieldsEnclosedBy') ?? '"').slice(0, 1),
  };
}

const ESCAPES: Record<string, string> = { t: '\t', n: '\n', r: '\r', f: '\f', '\\': '\\', '"': '"', "'": "'" };

function unescaped(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\([tnrf\\"'])/g, (_, letter: string) => ESCAPES[letter]);
}

function readField(field: Element, complain: Complain): Column | undefined {
  const { attributes, line } = field;
  const term = attributes.get('term');
  if (term === undefined || term.trim() === '') {
    complain(line, 'A <field> has no term.');
    return undefined;
  }
  return {
    term: readTerm(term),
    index: attributes.has('index') ? indexOf(field, complain) : undefined,
    otherwise: attributes.get('default') ?? '',
    delimitedBy: attributes.get('delimitedBy'),
  };
}

const MAX_COLUMNS = 10_000;

function indexOf({ name, attributes, line }: Element, complain: Complain): number | undefined {
  const text = attributes.get('index')?.trim() ?? '';
  if (/^\d{1,5}$/.test(text) && Number(text) < MAX_COLUMNS) return Number(text);
  complain(line, `The index of <${name}> must be a whole number from 0, not ${quote(text)}.`);
  return undefined;
}
