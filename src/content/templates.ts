// In charge of the templates that authors begin with, made from the table of fields: the files of a new tree, and a table
// with all columns.

import { LOCALES, type Locale } from '../vocabulary.ts';
import { FACT_FIELDS, FIELDS, type FieldName, REQUIRED_FACTS, REQUIRED_TEXTS, TEXT_FIELDS } from './fields.ts';
import { about } from './front-matter-schema.ts';
import { NO_IDENTIFIERS } from './name-kinds.ts';

const REQUIRED = [...REQUIRED_TEXTS, ...REQUIRED_FACTS];
const TEXT_NAMES = Object.keys(TEXT_FIELDS) as FieldName[];
const FACT_NAMES = Object.keys(FACT_FIELDS) as FieldName[];

/** A file of a new tree: a draft, with all that it may say. Facts are told once, in the first language's file. */
export function treeTemplate(locale: Locale, schemaPath: string): string {
  const inMatter = TEXT_NAMES.filter((name) => name !== 'body' && name !== 'bodyFormat');
  const names = locale === LOCALES[0] ? [...inMatter, ...FACT_NAMES] : inMatter;
  return `---
# yaml-language-server: $schema=${schemaPath}
draft: true # Take this line out when the tree is ready to be published.

${names
  .filter((name) => REQUIRED.includes(name))
  .map(line)
  .join('\n')}

# What you do not know you may leave out.
${names
  .filter((name) => !REQUIRED.includes(name))
  .map((name) => `# ${line(name)}`)
  .join('\n')}
---
`;
}

function line(name: FieldName): string {
  return `${name}: ${FIELDS[name].example} # ${about(name)}`;
}

/** The header of a table, as spreadsheets like to open it: with a mark that says that it is UTF-8. */
export function csvTemplate(): string {
  const columns = ['slug', 'draft', ...TEXT_NAMES.flatMap(columnsOf), ...FACT_NAMES.flatMap(columnsOf)];
  return `\ufeff${columns.join(',')}\r\n`;
}

function columnsOf(name: FieldName): string[] {
  if (name === 'identifiers') return Object.keys(NO_IDENTIFIERS).map((each) => `${name}.${each}`);
  const hasLanguage = name === 'commonNames' || (TEXT_NAMES.includes(name) && name !== 'bodyFormat');
  return hasLanguage ? LOCALES.map((locale) => `${name}.${locale}`) : [name];
}
