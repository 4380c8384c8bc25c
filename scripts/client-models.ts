// Generates the Python client's types, and the columns of the R client's data frames, from the OpenAPI document.

import { readSettings } from '../src/config/settings.ts';
import { FAMILY_NAME } from '../src/content/model/family-names.ts';
import { FACT_NAMES, TEXT_NAMES } from '../src/domain/fields/fields.ts';
import { TreeRecord } from '../src/domain/tree.ts';
import { LOCALES } from '../src/domain/vocabulary.ts';
import { openApiDocument } from '../src/http/openapi/document.ts';
import { referWithin } from '../src/http/openapi/shapes.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

const HEADER = 'Generated from the OpenAPI document by `npm run generate`: do not edit.';
const SIMPLE: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

function schemas(): Record<string, Schema> {
  const { components } = openApiDocument(readSettings({}, {})) as { components: { schemas: Record<string, Schema> } };
  // The document describes the trees of a list by one schema; data frames have the columns of a view.
  return { ...components.schemas, TreeRecord: referWithin(TreeRecord) as Schema };
}

/** The Python module of one TypedDict a schema; an object inside another is named after its place. */
export function pythonModels(): string {
  const all = schemas();
  const done = new Set<string>();
  /** The names of objects inside others, by what they hold: equal ones share a class. */
  const inner = new Map<string, string>();
  const lines: string[] = [];
  const nameOf = ($ref: string) => $ref.split('/').at(-1) as string;

  function define(name: string): string {
    if (!done.has(name)) {
      done.add(name);
      const schema = all[name] as Schema;
      if (isRecord(schema)) defineRecord(name, schema);
      else lines.push(`${name} = ${typeOf(schema, name)}`, '', '');
    }
    return name;
  }

  function defineRecord(name: string, { properties = {}, required = [], allOf = [] }: Schema): void {
    const bases = allOf.flatMap(({ $ref }) => ($ref ? [define(nameOf($ref))] : []));
    const parts = [{ properties, required }, ...allOf.filter(({ $ref }) => !$ref)];
    const fields = parts.flatMap((part) =>
      Object.entries(part.properties ?? {}).map(([key, value]) => ({
        text: `    ${key}: ${typeOf(value, name + key.replace('_', '').replace(/^./, (first) => first.toUpperCase()))}`,
        isRequired: part.required?.includes(key) ?? false,
      })),
    );
    const [always, sometimes] = [true, false].map((is) => fields.filter(({ isRequired }) => isRequired === is));
    const isSplit = always.length > 0 && sometimes.length > 0;
    const first = isSplit ? `_${name}` : name;
    if (always.length > 0 || sometimes.length === 0) defineClass(first, bases, always);
    if (sometimes.length > 0) defineClass(name, isSplit ? [first] : bases, sometimes, ', total=False');
  }

  function defineClass(name: string, bases: string[], fields: { text: string }[], more = ''): void {
    const from = bases.length > 0 ? bases.join(', ') : 'TypedDict';
    const body = fields.length > 0 ? fields.map(({ text }) => text) : ['    pass'];
    lines.push(`class ${name}(${from}${more}):`, ...body, '', '');
  }

  function typeOf(schema: Schema, place: string): string {
    const { $ref, enum: values, type, items, additionalProperties } = schema;
    if ($ref) return define(nameOf($ref));
    const choices = schema.anyOf ?? schema.oneOf;
    if (place === 'JsonValue') return 'Any';
    if (choices) return union(choices, place);
    if (schema.allOf?.length === 1) return typeOf(schema.allOf[0] as Schema, place);
    if (values) return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
    if (Array.isArray(type))
      return union(
        type.map((each) => ({ ...schema, type: each })),
        place,
      );
    if (type === 'array') return `List[${items ? typeOf(items, place) : 'Any'}]`;
    if (isRecord(schema)) {
      const key = JSON.stringify(schema.properties);
      const known = inner.get(key);
      if (known === undefined) defineRecord(place, schema);
      inner.set(key, known ?? place);
      return known ?? place;
    }
    if (type === 'object')
      return `Dict[str, ${additionalProperties instanceof Object ? typeOf(additionalProperties, `${place}Value`) : 'Any'}]`;
    return SIMPLE[type ?? ''] ?? 'Any';
  }

  function union(choices: Schema[], place: string): string {
    const types = [...new Set(choices.map((choice) => typeOf(choice, place)))];
    const [only, ...others] = types.filter((type) => type !== 'None') as [string, ...string[]];
    const some = others.length > 0 ? `Union[${[only, ...others].join(', ')}]` : only;
    return types.includes('None') ? `Optional[${some}]` : some;
  }

  const { TreeDetail = {} } = all;
  for (const name of Object.keys(all)) define(name);

  const told = (name: string) => typeOf(TreeDetail.properties?.[name] ?? {}, name).replace(/^Optional\[(.*)\]$/, '$1');
  const exported = exportedFields().map(({ column, field }) => `    ${JSON.stringify(column)}: ${told(field)},`);
  return `"""${HEADER}"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

${lines.join('\n')}_Texts = TypedDict("_Texts", {
${exported.join('\n')}
}, total=False)


class ExportedTree(_Texts):
    """A tree as an export has it: texts by language, such as \`\`title.en\`\`; unknown facts are left out."""
`;
}

function isRecord({ properties, allOf }: Schema): boolean {
  return properties !== undefined || (allOf?.length ?? 0) > 1;
}

/** The columns of an export, each with the field of a tree that it holds. */
function exportedFields(): { column: string; field: string }[] {
  const byLanguage = (name: string, field: string) => LOCALES.map((each) => ({ column: `${name}.${each}`, field }));
  return [
    { column: 'slug', field: 'slug' },
    ...TEXT_NAMES.flatMap((name) => byLanguage(name, name)),
    ...FACT_NAMES.map((name) => ({ column: name, field: name })),
    ...byLanguage(FAMILY_NAME, 'family'),
    ...byLanguage('attributes', 'attributes'),
  ];
}

/** The R file of the columns that each kind of data frame has: texts, dates or lists. */
export function rColumns(): string {
  const all = schemas();
  const { properties: detail = {} } = all.TreeDetail ?? {};
  const kinds: Record<string, [string, Schema][]> = {
    summary: Object.entries(all.TreeSummary?.properties ?? {}),
    record: Object.entries(all.TreeRecord?.properties ?? {}),
    detail: Object.entries(detail),
    export: exportedFields().map(({ column, field }) => [column, detail[field] ?? {}]),
  };
  const frames = Object.entries(kinds).map(
    ([kind, columns]) => `  ${kind} = c(\n${columns.flatMap(rColumnsOf).join(',\n')}\n  )`,
  );
  return `# ${HEADER}\n\nCOLUMNS <- list(\n${frames.join(',\n')}\n)\n`;
}

/** The parts of a group have columns of their own. Links and open groups have none. */
function rColumnsOf([name, schema]: [string, Schema]): string[] {
  if (name === '_links') return [];
  const { type, properties } = schema.anyOf?.find((each) => each.properties) ?? schema;
  if (properties) return Object.entries(properties).flatMap(([part, each]) => rColumnsOf([`${name}.${part}`, each]));
  if (type === 'object') return [];
  return [`    "${name}" = "${name.endsWith('At') ? 'date' : type === 'array' ? 'list' : 'text'}"`];
}
