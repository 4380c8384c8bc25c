// Reads `families.yaml`, next to or inside a source: what people call each botanical family, by language.

import { isObject } from '../../domain/fields/field-types.ts';
import { nearest } from '../../domain/names/suggest.ts';
import { isBlank, trimmed } from '../../domain/text.ts';
import type { FamilyNames } from '../../domain/tree.ts';
import { fold, isLocale, LOCALES, type Locale } from '../../domain/vocabulary.ts';
import { FILE_TO_TREE } from '../formats/markdown.ts';
import { parseYaml } from '../formats/yaml.ts';
import type { SourceContext } from '../source/context.ts';
import { readUtf8, type SourceFile } from '../source/files.ts';
import type { Findings } from '../source/findings.ts';
import { FAMILIES_FILES, sideFileIn } from '../source/folder.ts';
import { placeIn, type Unit } from '../source/units.ts';
import { noLanguage } from './own-keys.ts';
import { checkValue } from './value.ts';

/** What families are called. `ofTrees` tells those that trees are of: a name of another is doubted. */
export function readFamilies(folder: string, ofTrees: () => ReadonlySet<string>, context: SourceContext): FamilyNames {
  const file = sideFileIn(folder, FAMILIES_FILES, context.findings);
  return (file && readFile(file, ofTrees, context)) ?? new Map();
}

function readFile(
  file: SourceFile,
  ofTrees: () => ReadonlySet<string>,
  context: SourceContext,
): FamilyNames | undefined {
  const { findings, maxTreeBytes } = context;
  const maxBytes = FILE_TO_TREE * maxTreeBytes;
  const text = readUtf8(file, maxBytes, findings)?.toString();
  if (text === undefined) return undefined;
  const { fields, problems } = parseYaml(text, { firstLine: 1, maxCharacters: maxBytes, keepsDigits: () => true });
  for (const { code, line, field, message } of problems)
    findings.error(code, { file: file.name, line, field }, message);
  if (!fields) return undefined;
  const unit: Unit = { file: file.name, row: null, lineOf: (key) => fields.lines.get(key) ?? 1 };
  const names: FamilyNames = new Map();
  for (const [family, value] of fields.values) {
    const byLocale = readNames(unit, family, value, findings);
    if (!byLocale) continue;
    if (names.has(keyOf(family))) {
      const message = `${family} stands twice, in two spellings.`;
      findings.error('duplicate-key', placeIn(unit, family), message);
    } else names.set(keyOf(family), byLocale);
  }
  reportUnknown(unit, fields.values.keys(), ofTrees(), findings);
  return names;
}

/** Trees have their families without blanks at the ends. */
function keyOf(family: string): string {
  return fold(trimmed(family));
}

function readNames(
  unit: Unit,
  family: string,
  value: unknown,
  findings: Findings,
): Partial<Record<Locale, string>> | undefined {
  const place = placeIn(unit, family);
  if (!isObject(value)) {
    const form = LOCALES.map((locale) => `${locale}: …`).join(', ');
    findings.error('wrong-type', place, `Give the names of ${family} by language, as { ${form} }.`);
    return undefined;
  }
  if (checkValue(value, unit, family, findings) === undefined) return undefined;
  const names: Partial<Record<Locale, string>> = {};
  for (const [language, name] of Object.entries(value)) {
    if (!isLocale(language)) findings.error('unknown-locale', place, noLanguage(language));
    else if (isBlank(name)) continue;
    else if (typeof name !== 'string') findings.error('wrong-type', place, `The name of ${family} must be text.`);
    else names[language] = trimmed(name);
  }
  return names;
}

function reportUnknown(unit: Unit, named: Iterable<string>, ofTrees: ReadonlySet<string>, findings: Findings): void {
  const known = new Set([...ofTrees].map(fold));
  for (const family of named) {
    if (known.has(keyOf(family))) continue;
    const near = nearest(family, ofTrees);
    const message = `No tree is of the family ${family}.${near ? ` Did you mean ${near}?` : ''}`;
    findings.warn('unknown-family', placeIn(unit, family), message);
  }
}
