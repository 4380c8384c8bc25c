// Lists the extensions that are read. A new one is an entry here, and a file that reads it.

import type { TableDescription } from '../meta/meta.ts';
import type { Reports } from '../reports.ts';
import type { TableContext } from '../tables/row.ts';
import { tableRows } from '../tables/table.ts';
import type { Joiner } from '../taxa/join.ts';
import { descriptions } from './descriptions.ts';
import { distributions } from './distributions.ts';
import type { Extension } from './extension.ts';
import { identifiers } from './identifiers.ts';
import { media, references } from './media.ts';
import { measurements, speciesProfiles } from './profiles.ts';
import { vernacularNames } from './vernacular-names.ts';

/** By the kind of their rows. */
const EXTENSIONS: Record<string, Extension> = {
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
};

/** Reads each row of an extension into its taxon. */
export function readExtension(table: TableDescription, joiner: Joiner, tables: TableContext, language: string): void {
  const { reports } = tables;
  const { rowType } = table;
  const extension = Object.hasOwn(EXTENSIONS, rowType) ? EXTENSIONS[rowType] : undefined;
  const context = { reports, language };
  if (extension) reportColumns(table, [...extension.terms, ...(table.alsoRead ?? [])], reports);
  for (const row of tableRows(table, tables)) {
    const taxon = joiner.taxonOf(row.id);
    const place = { file: row.file, line: null };
    if (!extension) {
      const known = Object.keys(EXTENSIONS).join(', ');
      reports.passOver(place, `Rows of the kind ${rowType} are not read; read are ${known}.`);
    } else if (taxon) extension.read(row, taxon, context);
    else if (joiner.isKnown(row.id)) reports.passOver(place, 'Rows are of taxa that were left out.');
    else {
      const message = `Rows are of taxa that the core does not have (here “${row.id}”): they are not read.`;
      reports.warnOnce('unknown-id', row.place('coreid'), message, 'unknown');
    }
  }
}

/** Reports the columns that are not read. */
export function reportColumns({ columns, files }: TableDescription, terms: string[], reports: Reports): void {
  const known = new Set(['taxonID', 'coreid', 'id', ...terms].map((term) => term.toLowerCase()));
  const others = columns.filter(({ term }) => !term.isKnown || !known.has(term.name.toLowerCase()));
  if (others.length === 0) return;
  const names = others.map(({ term, called }) => called ?? term.name).join(', ');
  reports.passOver({ file: files[0] ?? 'meta.xml', line: null }, `Columns that are not read: ${names}.`);
}
