// Turns a taxon into language versions, with titles and descriptions from the archive or from rules for what it lacks.

import type { Json } from '../../../../domain/field-types.ts';
import { LOCALES, type Locale } from '../../../../domain/vocabulary.ts';
import { type AuthoredValue, author, type LanguageVersion, withShared } from '../../../model/language-version.ts';
import type { SourceContext } from '../../../source/context.ts';
import { placeIn } from '../../../source/units.ts';
import { localeOf } from '../extensions/extension.ts';
import type { Dataset } from '../meta/eml.ts';
import type { Reports } from '../reports.ts';
import { fill, type Rule } from './defaults.ts';
import type { Taxon, Vernacular } from './taxon.ts';

export interface TreeContext {
  source: SourceContext;
  reports: Reports;
  rules: Rule[];
  rulesFile: string;
  dataset: Dataset;
}

interface Given {
  term: string;
  value: Json;
}

export function versionsOf(taxon: Taxon, slug: string, context: TreeContext): LanguageVersion[] {
  taxon.slug = slug;
  const titles = titlesOf(taxon, context);
  const facts = factsOf(taxon);
  applyRules(taxon, titles, facts, context);
  const languages = languagesOf(taxon, context);
  const chosen = new Set(languages.map((locale) => titles[locale]));
  const names = taxon.vernaculars
    .filter((each) => !chosen.has(each))
    .map(({ name, language }) => ({ name, language: language || context.source.defaultLocale }));
  if (names.length > 0) facts.set('commonNames', { term: 'vernacularName', value: names });
  const shared = { fields: authoredFields(taxon, [...facts, ...attributesOf(taxon, context)], context) };
  const versions = languages.map((locale): LanguageVersion => {
    const title = { term: 'vernacularName', value: titles[locale]?.name ?? taxon.name.name };
    if (!titles[locale]) reportScientificTitle(taxon, context);
    const own = authoredFields(taxon, new Map([['title', title], ...taxon.texts[locale]]), context);
    const fields = withShared(own, shared);
    return { unit: taxon, slug, group: slug, locale, isNameless: false, ownFile: false, namesLocale: false, ...fields };
  });
  return reportMissing(taxon, facts, languages, context) ? [] : versions;
}

const RULE = '“description: A tree of the family {family}.”';

/** Whether a tree lacks what it needs. Whole archives may: of a hundred rows each is told, then how many more there are. */
function reportMissing(taxon: Taxon, facts: Map<string, Given>, [first]: Locale[], { reports }: TreeContext): boolean {
  const missing = [
    ...(facts.has('family') ? [] : ['family']),
    ...(taxon.texts[first].has('description') ? [] : ['description']),
  ];
  for (const field of missing) {
    const message = `${field} is missing: every tree needs one. Rules for what an archive lacks are given with --defaults FILE, such as ${RULE}.`;
    reports.error('missing-field', { ...placeIn(taxon), field }, message, field);
  }
  return missing.length > 0;
}

/** Those that there is a description in; where there is none at all, the default one, which then lacks it. */
function languagesOf({ texts }: Taxon, { source }: TreeContext): Locale[] {
  const described = LOCALES.filter((locale) => texts[locale].has('description'));
  return described.length > 0 ? described : [source.defaultLocale];
}

/** The preferred name of each language, or else the first. */
function titlesOf({ vernaculars }: Taxon, { source }: TreeContext): Partial<Record<Locale, Vernacular>> {
  const titles: Partial<Record<Locale, Vernacular>> = {};
  for (const locale of LOCALES) {
    const own = vernaculars.filter(({ language }) => localeOf(language || source.defaultLocale) === locale);
    const title = own.find(({ isPreferred }) => isPreferred) ?? own[0];
    if (title) titles[locale] = title;
  }
  return titles;
}

function factsOf(taxon: Taxon): Map<string, Given> {
  const { name, family, synonyms, distribution } = taxon;
  const facts = new Map<string, Given>([['scientificName', { term: 'scientificName', value: name.name }]]);
  if (name.authorship)
    facts.set('scientificNameAuthorship', { term: 'scientificNameAuthorship', value: name.authorship });
  if (family) facts.set('family', { term: 'family', value: family });
  if (synonyms.length > 0) facts.set('synonyms', { term: 'scientificName', value: synonyms });
  if (distribution.size > 0) facts.set('distribution', { term: 'locality', value: [...distribution] });
  for (const [field, given] of taxon.facts) facts.set(field, given);
  return facts;
}

function applyRules(
  taxon: Taxon,
  titles: Partial<Record<Locale, Vernacular>>,
  facts: Map<string, Given>,
  context: TreeContext,
): void {
  for (const rule of context.rules) {
    const into = rule.locale ? taxon.texts[rule.locale] : facts;
    if (into.has(rule.field)) continue;
    if (rule.field === 'title' && rule.locale && titles[rule.locale]) continue;
    const text = fill(rule, (name) => placeholder(name, taxon, facts, titles));
    if (text === undefined) continue;
    into.set(rule.field, { term: rule.field, value: text });
    const what = rule.locale ? `${rule.field}.${rule.locale}` : rule.field;
    const place = { file: context.rulesFile, line: rule.line, field: what };
    context.reports.warnOnce(
      'filled-in',
      place,
      `${rule.line} ${rule.template}`,
      () =>
        `Trees have no ${what} in the archive, the first in ${taxon.file} row ${taxon.row}: there it is made by this rule.`,
    );
  }
}

function placeholder(
  name: string,
  taxon: Taxon,
  facts: Map<string, Given>,
  titles: Partial<Record<Locale, Vernacular>>,
): string {
  const value = facts.get(name)?.value;
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string').join(', ');
  if (typeof value === 'string') return value;
  const others: Record<string, string> = {
    genus: taxon.name.name.split(' ').find((word) => word !== '×') ?? '',
    rank: taxon.rank,
    taxonID: taxon.id,
    title: (titles.en ?? titles.es)?.name ?? taxon.name.name,
  };
  return others[name] ?? '';
}

/** What is no field of a tree, and what the archive as a whole says where a row does not. */
function attributesOf({ attributes }: Taxon, { dataset }: TreeContext): [string, Given][] {
  if (dataset.isOwn) return [...attributes].map(([name, value]) => [name, { term: name, value }]);
  const whole = { datasetName: dataset.title, license: dataset.license, bibliographicCitation: dataset.citation };
  const others = Object.entries(whole).filter(([name, text]) => text !== '' && !attributes.has(name));
  return [...attributes, ...others].map(([name, value]) => [name, { term: name, value }]);
}

function authoredFields(
  taxon: Taxon,
  given: Iterable<[string, Given]>,
  { source }: TreeContext,
): Map<string, AuthoredValue> {
  const fields = new Map<string, AuthoredValue>();
  for (const [field, { term, value }] of given) fields.set(field, author(taxon, term, value, source));
  return fields;
}

function reportScientificTitle(taxon: Taxon, { reports }: TreeContext): void {
  reports.passOver(
    { ...placeIn(taxon, 'vernacularName'), line: null, row: null },
    'title',
    () => `Titles are scientific names, since there is no vernacular name in their language.`,
  );
}
