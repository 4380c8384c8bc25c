// Writes meta.xml: the files of an archive and their columns.

import { addressOf, escapeXml, type Table, type Term } from './table.ts';

export const META_FILE = 'meta.xml';

const DIALECT =
  'encoding="UTF-8" fieldsTerminatedBy="," linesTerminatedBy="\\r\\n" fieldsEnclosedBy="&quot;" ignoreHeaderLines="1"';

/** The first column of each file joins their rows. */
export function metaXml(core: Table, extensions: readonly Table[], metadataFile: string): string {
  const tables = [tableXml('core', 'id', core), ...extensions.map((each) => tableXml('extension', 'coreid', each))];
  return `<?xml version="1.0" encoding="UTF-8"?>
<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="${escapeXml(metadataFile)}">
${tables.join('\n')}
</archive>
`;
}

function tableXml(element: string, id: string, { file, rowType, terms }: Table): string {
  // Of the core, the identifier is a term as well.
  const columns: [number, Term][] = terms.map((term, at) => [at + 1, term]);
  if (element === 'core') columns.unshift([0, 'dwc:taxonID']);
  const fields = columns.map(([at, term]) => `    <field index="${at}" term="${escapeXml(addressOf(term))}"/>`);
  return `  <${element} ${DIALECT} rowType="${escapeXml(addressOf(rowType))}">
    <files><location>${escapeXml(file)}</location></files>
    <${id} index="0"/>
${fields.join('\n')}
  </${element}>`;
}
