// In charge of the JSON Schema of front matter, by which editors complete and check it. It is made from the table that front
// matter is read by.

import { LONGEST_SLUG, TreeDetail } from '../tree.ts';
import { LOCALES } from '../vocabulary.ts';
import { FIELD_NAMES, FIELDS, type FieldName, REQUIRED_TEXTS } from './fields.ts';
import { anyOf, text } from './kinds.ts';

const OWN_KEYS = {
  slug: {
    description: 'Names the tree in addresses; the name of the file where it is left out.',
    ...anyOf(
      { type: 'string', pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$', maxLength: LONGEST_SLUG },
      { type: 'integer' },
    ),
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
  const fields = FIELD_NAMES.map((name) => [name, { description: about(name), ...blankable(FIELDS[name].schema) }]);
  const texts = REQUIRED_TEXTS.map((name) => [name, text.schema]);
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

function blankable(schema: object): object {
  return schema === text.schema ? anyOf(schema) : schema;
}

/** What the field is about, as the description of the API says it; its further sentences are about answers. */
export function about(name: FieldName): string {
  const { description, anyOf: [schema] = [] } = (TreeDetail.properties as Record<string, Described>)[name];
  const sentence = description ?? schema?.description ?? '';
  return `${sentence.split(/, as authored|; null|\.(?: |$)/)[0]}.`;
}

interface Described {
  description?: string;
  anyOf?: Described[];
}
