// In charge of `families.yaml`, beside or inside a source: what people call each botanical family, by language.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fold, isLocale, LOCALES, type Locale } from '../vocabulary.ts';
import { readText } from './decode.ts';
import { isObject } from './fields.ts';
import type { Findings } from './findings.ts';
import { parseYaml } from './yaml.ts';

/** By folded family name. */
export type FamilyNames = Map<string, Partial<Record<Locale, string>>>;

const FILE = 'families.yaml';

export function readFamilies(folder: string, findings: Findings): FamilyNames {
  const path = join(folder, FILE);
  const text = existsSync(path) ? readText(path, FILE, findings) : undefined;
  if (text === undefined) return new Map();

  const { value, problems } = parseYaml(text);
  for (const { line, message } of problems) {
    findings.error('broken-yaml', { file: FILE, line }, `This is not valid YAML: ${message}`);
  }
  const names: FamilyNames = new Map();
  for (const [family, byLocale] of Object.entries(value ?? {})) {
    if (isNames(byLocale)) names.set(fold(family), byLocale);
    else {
      const message = `Give the names of ${family} by language, as { ${LOCALES.map((each) => `${each}: …`).join(', ')} }.`;
      findings.error('wrong-type', { file: FILE, line: null, field: family }, message);
    }
  }
  return names;
}

function isNames(value: unknown): value is Partial<Record<Locale, string>> {
  return isObject(value) && Object.entries(value).every(([key, name]) => isLocale(key) && typeof name === 'string');
}
