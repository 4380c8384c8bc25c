// Turns a tree into a row of an export: everything its authors wrote, in the form of a source.

import { FAMILY_NAME } from '../../content/model/family-names.ts';
import { byLanguage } from '../../content/model/language-version.ts';
import { isObject, type Json } from '../../domain/fields/field-types.ts';
import { FACT_NAMES, type FactName, FIELDS, TEXT_NAMES, type TextName } from '../../domain/fields/fields.ts';
import type { FamilyNames, TreeDetail } from '../../domain/tree.ts';
import { fold, LOCALES, type Locale } from '../../domain/vocabulary.ts';
import type { Snapshot } from '../../snapshot/open.ts';
import { familyNamesIn } from '../../snapshot/open.ts';
import { Details } from './details.ts';

/** By column, such as `title.en`. Unknown values are omitted. */
export type Row = Record<string, Json>;

export class Rows {
  readonly #details: Details;
  readonly #locale: Locale | undefined;
  readonly #families: FamilyNames;

  constructor(snapshot: Snapshot, locale: Locale | undefined) {
    this.#details = new Details(snapshot, locale);
    this.#locale = locale;
    this.#families = familyNamesIn(snapshot);
  }

  of(tree: number): Row {
    const details = this.#details.of(tree);
    const row: Row = { slug: details[0].slug };
    for (const name of TEXT_NAMES) addTexts(row, name, details);
    for (const name of FACT_NAMES) addFact(row, name, details[0]);
    this.#addFamilyNames(row, details);
    for (const { attributes, locale } of details) {
      if (Object.keys(attributes).length > 0) row[`attributes.${locale}`] = attributes;
    }
    return row;
  }

  #addFamilyNames(row: Row, details: TreeDetail[]): void {
    const names = this.#families.get(fold(details[0].family)) ?? {};
    const locales = this.#locale ? details.map(({ locale }) => locale as Locale) : LOCALES;
    for (const locale of locales) {
      const name = names[locale];
      if (name !== undefined) row[`${FAMILY_NAME}.${locale}`] = name;
    }
  }
}

function addTexts(row: Row, name: TextName, details: TreeDetail[]): void {
  // An empty list is kept if another language has entries: it is no gap to be filled with them.
  if (details.every((detail) => saysNothing(name, detail[name] as Json))) return;
  for (const detail of details) if (detail[name] !== null) row[`${name}.${detail.locale}`] = detail[name] as Json;
}

function addFact(row: Row, name: FactName, detail: TreeDetail): void {
  const value = withoutUnknown(name, detail[name] as Json);
  if (saysNothing(name, value)) return;
  // A group that would be read as one by language is wrapped in one.
  row[name] = byLanguage(name, value) ? { [detail.locale]: value } : value;
}

/** Records show the named parts that a value lacks. */
function withoutUnknown(name: FactName, value: Json): Json {
  if (!FIELDS[name].type.parts || !isObject(value)) return value;
  const known = Object.entries(value).filter(([, part]) => part !== null);
  return known.length === 0 ? null : Object.fromEntries(known);
}

function saysNothing(name: FactName | TextName, value: Json): boolean {
  return value === null || (Array.isArray(FIELDS[name].type.none) && (value as Json[]).length === 0);
}
