// Describes a Catalogue of Life Data Package (ColDP) as an archive of Darwin Core, with a core and extensions.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { quote } from '../../../../domain/text.ts';
import { parseAnyYaml } from '../../yaml.ts';
import { METADATA, type Members } from '../container/members.ts';
import { reportColumns } from '../extensions/registry.ts';
import { type Dataset, NO_DATASET } from '../meta/eml.ts';
import type { Archive, TableDescription } from '../meta/meta.ts';
import { dialectOf, headerOf } from '../meta/sniff.ts';
import { readTerm } from '../meta/terms.ts';
import type { Reports } from '../reports.ts';
import type { Column, TableContext, TableRow } from '../tables/row.ts';
import { tableRows } from '../tables/table.ts';
import { detach, intern } from '../taxa/detached-text.ts';
import { ENTITIES, type Entity, type EntityName, entityOf, idColumnOf, withPhrase } from './entities.ts';

/** Whether files are those of a package: one table of usages of names, or one of names and one of taxa. */
export function isPackage(names: Iterable<string>): boolean {
  const found = new Set(Array.from(names, entityOf));
  return found.has('NameUsage') || (found.has('Name') && found.has('Taxon'));
}

/** Tables stand in the folder itself, or in one called data. */
export function isPackageFolder(path: string): boolean {
  const folders = [path, join(path, 'data')].filter((folder) => existsSync(folder));
  return isPackage(folders.flatMap((folder) => readdirSync(folder)));
}

type Tables = Map<EntityName, TableDescription>;

/** Undefined if it cannot be read; the reports say why. */
export function describePackage(members: Members, reports: Reports): Archive | undefined {
  const files = [...members.sizes.keys()];
  const tables: Tables = new Map();
  for (const file of files) {
    const name = entityOf(file);
    if (!name) continue;
    const table = describeTable(file, ENTITIES[name], members);
    const earlier = tables.get(name)?.files[0];
    if (table && !earlier) tables.set(name, table);
    else {
      const message = earlier
        ? `It is a table of the kind ${name}, and so is ${earlier}: put all rows into one.`
        : `The first row must name the columns, and ${neededBy(ENTITIES[name])} is not among them.`;
      reports.error('broken-archive', { file, line: earlier ? null : 1 }, message);
      return undefined;
    }
  }
  return archiveOf(
    tables,
    files.find((name) => METADATA.test(name)),
  );
}

const BESIDE_USAGES = 'Names and taxa stand in the table NameUsage: this one is not read beside it.';
const OTHER_FILE = `Of a data package are read: ${Object.keys(ENTITIES).join(', ')} and metadata.yaml.`;

function archiveOf(tables: Tables, metadata: string | undefined): Archive {
  const usages = tables.get('NameUsage');
  const core = usages ?? (tables.get('Taxon') as TableDescription);
  const extensions = [...tables].filter(([name]) => 'rowType' in ENTITIES[name]).map(([, table]) => table);
  const parts: EntityName[] = usages ? ['NameUsage'] : ['Name', 'Taxon', 'Synonym'];
  return {
    core,
    coreFiles: parts.flatMap((name) => tables.get(name)?.files ?? []),
    coreRows: (context) => (usages ? usageRows(usages, context) : joinedRows(tables, context)),
    extensions: [...extensions, ...identifiersIn(core)],
    metadata,
    whyUnread: (file) => (entityOf(file) ? BESIDE_USAGES : OTHER_FILE),
  };
}

function describeTable(file: string, entity: Entity, members: Members): TableDescription | undefined {
  const sniffed = dialectOf(members.chunks(file));
  // Only a file with commas has quotes.
  const dialect = /\.csv$/i.test(file) ? sniffed : { ...sniffed, separator: '\t', quote: '' };
  const header = headerOf(members.chunks(file), dialect);
  const columns = header.flatMap((cell, index) => columnOf(cell, index, entity) ?? []);
  const indexOf = (name: string) => columns.find(({ called }) => isSame(called, name))?.index;
  if (indexOf(neededBy(entity)) === undefined) return undefined;
  return {
    rowType: entity.rowType ?? 'Taxon',
    ...{ files: [file], dialect, encoding: 'UTF-8', headerLines: 1, dateFormat: '', columns },
    idIndex: indexOf(idColumnOf(entity)),
    ...(entity.adapt && { adapt: entity.adapt }),
    ...(entity.alsoRead && { alsoRead: entity.alsoRead }),
  };
}

function neededBy(entity: Entity): string {
  return entity.needs ?? idColumnOf(entity);
}

/** ChecklistBank writes `col:` before the names of columns. */
function columnOf(cell: string, index: number, { terms }: Entity): Column | undefined {
  const called = cell.trim().replace(/^col:/i, '');
  if (called === '') return undefined;
  const column = Object.keys(terms).find((name) => isSame(name, called));
  return { term: readTerm(column ? terms[column] : called), index, otherwise: '', delimitedBy: undefined, called };
}

function isSame(one = '', other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Reads identifiers of other catalogues, such as `wfo:wfo-0000860245,gbif:5406697`, as an extension. */
function identifiersIn(core: TableDescription): TableDescription[] {
  const column = core.columns.find(({ called }) => isSame(called, 'alternativeID'));
  if (!column) return [];
  const identifier = { ...column, term: readTerm('identifier'), delimitedBy: ',' };
  const columns = core.columns.map((each) => (each === column ? identifier : each));
  const adapt = (row: TableRow) =>
    row.values('identifier').map((each) => row.with({ identifier: each, title: each.split(':', 1)[0] }));
  // The other columns are read with the core.
  return [{ ...core, rowType: 'Identifier', columns, alsoRead: columns.map(({ term }) => term.name), adapt }];
}

function* usageRows(table: TableDescription, context: TableContext): Generator<TableRow> {
  for (const row of tableRows(table, context)) {
    if (isSame(row.value('taxonomicStatus'), 'bare name')) {
      const message = 'Rows are bare names, of no taxon, and were left out.';
      context.reports.passOver({ file: row.file, line: null, field: 'status' }, message);
    } else yield row;
  }
}

interface Name {
  scientificName: string;
  scientificNameAuthorship: string;
  taxonRank: string;
}

const PARTS = ['genus', 'specificEpithet', 'infraspecificEpithet'];

/** The rows of taxa, then those of synonyms, each with its name. */
function* joinedRows(tables: Tables, context: TableContext): Generator<TableRow> {
  const names = readNames(tables.get('Name') as TableDescription, context);
  const nameOf = (row: TableRow): Name => {
    const id = row.value('nameID');
    const name = names.get(id);
    if (name) return name;
    const message = `${quote(id)} is the ID of no row of the table Name: the row has no name.`;
    context.reports.warn('unknown-id', row.place('nameID'), message);
    return { scientificName: '', scientificNameAuthorship: '', taxonRank: '' };
  };
  for (const row of tableRows(tables.get('Taxon') as TableDescription, context)) yield row.with({ ...nameOf(row) });
  const synonyms = tables.get('Synonym');
  for (const row of synonyms ? tableRows(synonyms, context) : []) {
    const name = nameOf(row);
    const scientificNameAuthorship = withPhrase(name.scientificNameAuthorship, row);
    yield row.with({ ...name, scientificNameAuthorship, taxonomicStatus: row.value('taxonomicStatus') || 'synonym' });
  }
}

function readNames(table: TableDescription, context: TableContext): Map<string, Name> {
  const names = new Map<string, Name>();
  const terms = ['scientificName', 'scientificNameAuthorship', 'taxonRank', 'uninomial', ...PARTS];
  reportColumns(table, terms, context.reports);
  for (const row of tableRows(table, context)) {
    if (names.has(row.id)) {
      const message = `The ID ${quote(row.id)} is already that of another name: each row needs one of its own.`;
      context.reports.error('duplicate-id', row.place('ID'), message);
      continue;
    }
    const parts = PARTS.map((part) => row.value(part)).filter(Boolean);
    names.set(detach(row.id), {
      scientificName: detach(row.value('scientificName') || parts.join(' ') || row.value('uninomial')),
      scientificNameAuthorship: intern(row.value('scientificNameAuthorship')),
      taxonRank: intern(row.value('taxonRank')),
    });
  }
  return names;
}

const MAX_YAML_CHARACTERS = 1_000_000;

/** Reads metadata.yaml. Calls `complain` for each problem. */
export function readMetadata(text: string, complain: (line: number, message: string) => void): Dataset {
  const options = { firstLine: 1, maxCharacters: MAX_YAML_CHARACTERS, keepsDigits: () => true };
  const { fields, problems } = parseAnyYaml(text, options);
  for (const { line, message } of problems) complain(line, message);
  const textOf = (name: string) => {
    const value = fields?.values.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return { ...NO_DATASET, title: textOf('title'), license: textOf('license'), citation: textOf('citation') };
}
