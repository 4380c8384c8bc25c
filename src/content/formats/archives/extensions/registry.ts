// Lists the extensions that are read. A new one is an entry here, and a file that reads it.

import type { TableDescription } from '../meta/meta.ts';
import type { Reports } from '../reports.ts';
import type { TableContext } from '../tables/row.ts';
import { tableRows } from '../tables/table.ts';
import type { Joiner } from '../taxa/join.ts';
import { descriptions } from './descriptions.ts';
import { distributions } from './distributions.ts';
import type { Extension, ExtensionContext } from './extension.ts';
import { identifiers } from './identifiers.ts';
import { media, references } from './media.ts';
import { measurements, speciesProfiles } from './profiles.ts';
import { vernacularNames } from './vernacular-names.ts';

/** By the kind of their rows. */
export const EXTENSIONS = new Map<string, Extension>(
  Object.entries({
    VernacularName: vernacularNames,
    Distribution: distributions,
    Description: descriptions,
    SpeciesProfile: speciesProfiles,
    MeasurementOrFact: measurements,
    ExtendedMeasurementOrFact: measurements,
    Multimedia: media,
    Image: media,
    Reference: references,
    Identifier: identifiers,
  }),
);

/** All rows of an extension, each to its taxon. */
export function readExtension(
  table: TableDescription,
  joiner: Joiner,
  tables: TableContext,
  context: Omit<ExtensionContext, 'dateFormat'>,
): void {
  const { reports } = context;
  const extension = EXTENSIONS.get(table.rowType);
  if (extension) reportColumns(table, [...extension.terms, ...(table.alsoRead ?? [])], reports);
  const own = { ...context, dateFormat: table.dateFormat };
  for (const row of tableRows(table, tables)) {
    if (!extension) {
      const known = [...EXTENSIONS.keys()].join(', ');
      const message = () => `Rows of the kind ${table.rowType} are not read; read are ${known}.`;
      reports.passOver({ file: row.file, line: null }, 'kind', message);
      continue;
    }
    const taxon = joiner.taxonOf(row.id);
    if (taxon) extension.read(row, taxon, own);
    else if (joiner.isKnown(row.id))
      reports.passOver({ file: row.file, line: null }, 'left out', () => `Rows are of taxa that were left out.`);
    else
      reports.warnOnce(
        'unknown-id',
        row.place('coreid'),
        'unknown',
        () => `Rows are of taxa that the core does not have (here “${row.id}”): they are not read.`,
      );
  }
}

/** Tells which columns are not read. */
export function reportColumns({ columns, files }: TableDescription, terms: string[], reports: Reports): void {
  const known = new Set(terms.map((term) => term.toLowerCase()));
  known.add('taxonid').add('coreid').add('id');
  const others = columns.filter(({ term }) => !term.isKnown || !known.has(term.name.toLowerCase()));
  if (others.length === 0) return;
  const names = others.map(({ term, called }) => called ?? term.name).join(', ');
  reports.passOver(
    { file: files[0] ?? 'meta.xml', line: null },
    'columns',
    () => `Columns that are not read: ${names}.`,
  );
}
