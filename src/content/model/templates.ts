// Generates what authors start from, from the table of fields: the files of a new tree, a table with all columns, and the JSON
// Schema by which editors check front matter.

import { anyOf, VISIBLE } from '../../domain/fields/field-types.ts';
import {
  FACT_NAMES,
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  isRequired,
  REQUIRED_TEXTS,
  TEXT_NAMES,
} from '../../domain/fields/fields.ts';
import { AUTHORED_SLUG } from '../../domain/slugs.ts';
import { LOCALES, type Locale } from '../../domain/vocabulary.ts';

/** A file of a new tree: a draft, with all that it may say. Facts are told once, in the first language's file. */
export function treeTemplate(locale: Locale, schemaPath: string): string {
  const inMatter = TEXT_NAMES.filter((name) => name !== 'body' && name !== 'bodyFormat');
  const names: FieldName[] = locale === LOCALES[0] ? [...inMatter, ...FACT_NAMES] : inMatter;
  return `---
# yaml-language-server: $schema=${schemaPath}
draft: true # Take this line out when the tree is ready to be published.

${names
  .filter((name) => isRequired(name))
  .map(line)
  .join('\n')}

# What you do not know you may leave out.
${names
  .filter((name) => !isRequired(name))
  .map((name) => `# ${line(name)}`)
  .join('\n')}
---
`;
}

function line(name: FieldName): string {
  return `${name}: ${FIELDS[name].type.template} # ${about(name)}`;
}

/** The header of a table, as spreadsheets like to open it: with a mark that says that it is UTF-8. */
export function csvTemplate(): string {
  const columns = ['slug', 'draft', ...FIELD_NAMES.flatMap(columnsOf)];
  return `\ufeff${columns.join(',')}\r\n`;
}

/** What goes with a text is the same in all languages. */
function columnsOf(name: FieldName): string[] {
  const field = FIELDS[name];
  const perLanguage = field.of === 'language' && !field.goesWith ? LOCALES : undefined;
  const parts = field.type.parts?.columns ?? perLanguage;
  return parts ? parts.map((part) => `${name}.${part}`) : [name];
}

const OWN_KEYS = {
  slug: {
    description: 'Names the tree in addresses; the name of the file where it is left out.',
    ...anyOf(...AUTHORED_SLUG),
  },
  locale: {
    description: 'The language of the file; that of its folder where it is left out.',
    ...anyOf({ enum: LOCALES }),
  },
  draft: {
    description: 'true keeps the file out.',
    ...anyOf({ type: 'boolean' }),
  },
};

/** In draft 7, which editors know best. What else is written is an attribute, and may be anything. */
export function frontMatterSchema(): object {
  const fields = FIELD_NAMES.map((name) => [name, { description: about(name), ...FIELDS[name].type.authored }]);
  const texts = REQUIRED_TEXTS.map((name) => [name, VISIBLE]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'The front matter of a tree',
    description: 'Made by sylva schema: do not edit.',
    type: 'object',
    properties: { ...OWN_KEYS, ...Object.fromEntries(fields) },
    patternProperties: { [`^(${FIELD_NAMES.join('|')})\\.`]: false, '^<<$': false },
    if: { type: 'object', properties: { draft: { const: true } }, required: ['draft'] },
    else: { type: 'object', properties: Object.fromEntries(texts), required: REQUIRED_TEXTS },
  };
}

/** What the field is about, as the description of the API says it; its further sentences are about answers. */
export function about(name: FieldName): string {
  const { description, anyOf: [schema] = [] } = FIELDS[name].schema as Described;
  const sentence = description ?? schema?.description ?? '';
  return `${sentence.split(/, as authored|; null|\.(?: |$)/)[0]}.`;
}

interface Described {
  description?: string;
  anyOf?: Described[];
}
