// Describes a Catalogue of Life Data Package (ColDP) as an archive with a core and extensions, so that its tables mean what they
// mean in Darwin Core.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { quote } from '../../../../domain/text.ts';
import { parseAnyYaml } from '../../yaml.ts';
import { METADATA, type Members } from '../container/members.ts';
import { reportColumns } from '../extensions/registry.ts';
import { type Dataset, NO_DATASET } from '../meta/eml.ts';
import type { Archive, TableDescription } from '../meta/meta.ts';
import { dialectOf } from '../meta/sniff.ts';
import { readTerm } from '../meta/terms.ts';
import type { Reports } from '../reports.ts';
import { decode } from '../tables/decode.ts';
import { delimitedRows } from '../tables/delimited.ts';
import type { Column, TableContext, TableRow } from '../tables/row.ts';
import { tableRows } from '../tables/table.ts';
import { kept, shared } from '../taxa/detached-text.ts';
import { ENTITIES, type Entity, type EntityName, entityOf, withPhrase } from './entities.ts';

/** Whether files are those of a package: one table of usages of names, or one of names and one of taxa. */
export function isPackage(names: Iterable<string>): boolean {
  const found = new Set(Array.from(names, entityOf));
  return found.has('NameUsage') || (found.has('Name') && found.has('Taxon'));
}

/** Tables stand in the folder itself, or in one called data. */
export function isPackageFolder(path: string): boolean {
  const data = join(path, 'data');
  return isPackage([path, data].flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : [])));
}

type Tables = Map<EntityName, TableDescription>;

/** Undefined where it cannot be read; why is told. */
export function describePackage(members: Members, reports: Reports): Archive | undefined {
  const tables: Tables = new Map();
  for (const file of members.sizes.keys()) {
    const name = entityOf(file);
    if (!name) continue;
    const table = describeTable(file, ENTITIES[name], members);
    const earlier = tables.get(name)?.files[0];
    if (table && !earlier) tables.set(name, table);
    else {
      const message = earlier
        ? `It is a table of the kind ${name}, and so is ${earlier}: put all rows into one.`
        : `The first row must name the columns, and ${ENTITIES[name].needs} is not among them.`;
      reports.error('broken-archive', { file, line: earlier ? null : 1 }, message);
      return undefined;
    }
  }
  return archiveOf(
    tables,
    [...members.sizes.keys()].find((name) => METADATA.test(name)),
  );
}

const BESIDE_USAGES = 'Names and taxa stand in the table NameUsage: this one is not read beside it.';
const OTHER_FILE = `Of a data package are read: ${Object.keys(ENTITIES).join(', ')} and metadata.yaml.`;

function archiveOf(tables: Tables, metadata: string | undefined): Archive {
  const usages = tables.get('NameUsage');
  const core = usages ?? (tables.get('Taxon') as TableDescription);
  const names = [...tables.keys()].filter((name) => 'rowType' in ENTITIES[name]);
  const parts: EntityName[] = usages ? ['NameUsage'] : ['Name', 'Taxon', 'Synonym'];
  return {
    core,
    coreFiles: parts.flatMap((name) => tables.get(name)?.files ?? []),
    coreRows: (context) => (usages ? usedNames(usages, context) : joinedRows(tables, context)),
    extensions: [...names.map((name) => tables.get(name) as TableDescription), ...identifiersIn(core)],
    metadata,
    whyUnread: (file) => (entityOf(file) ? BESIDE_USAGES : OTHER_FILE),
  };
}

const MAX_CHARACTERS = 1_000_000;

function describeTable(file: string, entity: Entity, members: Members): TableDescription | undefined {
  const sniffed = dialectOf(members, file);
  // Only what is separated by commas is quoted.
  const dialect = /\.csv$/i.test(file) ? sniffed : { ...sniffed, separator: '\t', quote: '' };
  const [header] = delimitedRows(
    decode(members.chunks(file), 'UTF-8', () => {}),
    dialect,
    MAX_CHARACTERS,
  );
  const columns = (header?.cells ?? []).flatMap((cell, index) => columnOf(cell, index, entity) ?? []);
  const indexOf = (name: string) => columns.find(({ called }) => isSame(called ?? '', name))?.index;
  if (indexOf(entity.needs) === undefined) return undefined;
  return {
    rowType: entity.rowType ?? 'Taxon',
    ...{ files: [file], dialect, encoding: 'UTF-8', headerLines: 1, dateFormat: '', columns },
    idIndex: indexOf(entity.id),
    ...(entity.adapt && { adapt: entity.adapt }),
    ...(entity.alsoRead && { alsoRead: entity.alsoRead }),
  };
}

/** ChecklistBank writes `col:` before the names of columns. */
function columnOf(cell: string, index: number, { meanings }: Entity): Column | undefined {
  const called = cell.trim().replace(/^col:/i, '');
  if (called === '') return undefined;
  const meant = Object.keys(meanings).find((name) => isSame(name, called));
  return { term: readTerm(meant ? meanings[meant] : called), index, otherwise: '', delimitedBy: undefined, called };
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Those of other catalogues, as `wfo:wfo-0000860245,gbif:5406697`. */
function identifiersIn(core: TableDescription): TableDescription[] {
  const column = core.columns.find(({ called }) => isSame(called ?? '', 'alternativeID'));
  if (!column) return [];
  const identifier = { ...column, term: readTerm('identifier'), delimitedBy: ',' };
  const columns = core.columns.map((each) => (each === column ? identifier : each));
  return [
    {
      ...core,
      rowType: 'Identifier',
      columns,
      // What the other columns say is read with the core.
      alsoRead: columns.map(({ term }) => term.name),
      adapt: (row) =>
        row.values('identifier').map((each) => row.with({ identifier: each, title: each.split(':', 1)[0] })),
    },
  ];
}

/** Names that belong to no taxon are counted. */
function* usedNames(table: TableDescription, context: TableContext): Generator<TableRow> {
  for (const row of tableRows(table, context)) {
    if (isSame(row.value('taxonomicStatus'), 'bare name')) {
      const message = () => `Rows are bare names, of no taxon, and were left out.`;
      context.reports.passOver({ file: row.file, line: null, field: 'status' }, 'bare name', message);
    } else yield row;
  }
}

interface Name {
  scientificName: string;
  authorship: string;
  rank: string;
}

const PARTS = ['genus', 'specificEpithet', 'infraspecificEpithet'];
const NO_NAME: Name = { scientificName: '', authorship: '', rank: '' };

/** The rows of taxa, then those of synonyms, each with its name. */
function* joinedRows(tables: Tables, context: TableContext): Generator<TableRow> {
  const names = readNames(tables.get('Name') as TableDescription, context);
  const nameOf = (row: TableRow) => {
    const id = row.value('nameID');
    const name = names.get(id);
    if (!name) {
      const message = `${quote(id)} is the ID of no row of the table Name: the row has no name.`;
      context.reports.warn('unknown-id', row.place('nameID'), message);
    }
    return name ?? NO_NAME;
  };
  for (const row of tableRows(tables.get('Taxon') as TableDescription, context)) {
    const { scientificName, authorship, rank } = nameOf(row);
    yield row.with({ scientificName, scientificNameAuthorship: authorship, taxonRank: rank });
  }
  const synonyms = tables.get('Synonym');
  for (const row of synonyms ? tableRows(synonyms, context) : []) {
    const { scientificName, authorship, rank } = nameOf(row);
    const taxonomicStatus = row.value('taxonomicStatus') || 'synonym';
    const scientificNameAuthorship = withPhrase(authorship, row);
    yield row.with({ scientificName, scientificNameAuthorship, taxonRank: rank, taxonomicStatus });
  }
}

function readNames(table: TableDescription, context: TableContext): Map<string, Name> {
  const names = new Map<string, Name>();
  reportColumns(
    table,
    ['scientificName', 'scientificNameAuthorship', 'taxonRank', 'uninomial', ...PARTS],
    context.reports,
  );
  for (const row of tableRows(table, context)) {
    if (names.has(row.id)) {
      const message = `The ID ${quote(row.id)} is already that of another name: each row needs one of its own.`;
      context.reports.error('duplicate-id', row.place('ID'), message);
      continue;
    }
    const parts = PARTS.map((part) => row.value(part)).filter(Boolean);
    names.set(kept(row.id), {
      scientificName: kept(row.value('scientificName') || parts.join(' ') || row.value('uninomial')),
      authorship: shared(row.value('scientificNameAuthorship')),
      rank: shared(row.value('taxonRank')),
    });
  }
  return names;
}

const MAX_YAML_CHARACTERS = 1_000_000;

/** What metadata.yaml says of the whole; `complain` says where it cannot be read. */
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
