// Reads `--defaults FILE`: rules such as `description.en: "{family} tree of {distribution}."` for what an archive lacks.

import { FIELD_NAMES, isTextName } from '../../../../domain/fields/fields.ts';
import { nearest } from '../../../../domain/names/suggest.ts';
import { quote } from '../../../../domain/text.ts';
import { fold, isLocale, type Locale } from '../../../../domain/vocabulary.ts';
import { readUtf8, type SourceFile } from '../../../source/files.ts';
import type { Findings } from '../../../source/findings.ts';
import { parseYaml } from '../../yaml.ts';

interface Target {
  field: string;
  /** Undefined for a fact; a text without one is of the default language. */
  locale: Locale | undefined;
}

export interface Rule extends Target {
  template: string;
  line: number;
}

const PLACEHOLDER = /\{([A-Za-z]+)\}/g;
const PLACEHOLDERS = [
  ...['scientificName', 'scientificNameAuthorship', 'family', 'genus', 'rank', 'title', 'distribution', 'taxonID'],
  'conservationStatus',
];
const MAX_BYTES = 1_000_000;

/** The rules of a file, in its order: of several for a field, the first that can be filled counts. */
export function readDefaults(file: SourceFile, defaultLocale: Locale, findings: Findings): Rule[] {
  const text = readUtf8(file, MAX_BYTES, findings)?.toString();
  if (text === undefined) return [];
  const { fields, problems } = parseYaml(text, { firstLine: 1, maxCharacters: MAX_BYTES, keepsDigits: () => true });
  for (const { code, line, field, message } of problems)
    findings.error(code, { file: file.name, line, field }, message);
  return [...(fields?.values ?? [])].flatMap(([key, value]) => {
    const line = fields?.lines.get(key) ?? 1;
    const complain = (message: string) => findings.error('wrong-type', { file: file.name, line, field: key }, message);
    const target = targetOf(key, defaultLocale, complain);
    const given = [value].flat();
    const templates = given.filter((each) => typeof each === 'string');
    if (templates.length < given.length)
      complain('A rule is a text, or a list of texts of which the first that can be filled stands.');
    if (!target) return [];
    return templates.filter((each) => isFillable(each, complain)).map((template) => ({ ...target, template, line }));
  });
}

function targetOf(key: string, defaultLocale: Locale, complain: (message: string) => void): Target | undefined {
  const [name, suffix, ...others] = key.split('.');
  const field = FIELD_NAMES.find((each) => fold(each) === fold(name));
  if (!field || others.length > 0) {
    const near = nearest(name, FIELD_NAMES);
    complain(`${quote(key)} is no field of a tree.${near ? ` Did you mean ${near}?` : ''}`);
    return undefined;
  }
  const isText = isTextName(field);
  if (suffix !== undefined && !(isText && isLocale(suffix))) {
    complain(`${quote(key)} cannot be: of texts there may be ${field}.en and ${field}.es, of facts ${field} alone.`);
    return undefined;
  }
  return { field, locale: isText ? ((suffix as Locale | undefined) ?? defaultLocale) : undefined };
}

function isFillable(template: string, complain: (message: string) => void): boolean {
  const names = Array.from(template.matchAll(PLACEHOLDER), ([, name]) => name);
  const unknown = names.filter((name) => !PLACEHOLDERS.includes(name));
  const known = PLACEHOLDERS.map((each) => `{${each}}`).join(', ');
  for (const name of unknown) complain(`{${name}} is nothing that a rule can speak of: use ${known}.`);
  return unknown.length === 0;
}

/** The text that a rule makes; undefined if a value that it names is missing. */
export function fill({ template }: Rule, valueFor: (name: string) => string): string | undefined {
  let isWhole = true;
  const text = template.replace(PLACEHOLDER, (_, name: string) => {
    const value = valueFor(name);
    isWhole &&= value !== '';
    return value;
  });
  return isWhole ? text : undefined;
}
