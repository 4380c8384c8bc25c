// Turns a taxon into language versions, with titles and descriptions from the archive or from rules for what it lacks.

import type { Json } from '../../../../domain/fields/field-types.ts';
import { LOCALES, type Locale } from '../../../../domain/vocabulary.ts';
import { type AuthoredValue, author, type LanguageVersion, withShared } from '../../../model/language-version.ts';
import type { SourceContext } from '../../../source/context.ts';
import { placeIn } from '../../../source/units.ts';
import { localeOf } from '../extensions/extension.ts';
import type { Dataset } from '../meta/eml.ts';
import type { Reports } from '../reports.ts';
import { fill, type Rule } from './defaults.ts';
import type { Given, Taxon, Vernacular } from './taxon.ts';

export interface TreeContext {
  source: SourceContext;
  reports: Reports;
  rules: Rule[];
  rulesFile: string;
  dataset: Dataset;
}

type Titles = Partial<Record<Locale, Vernacular>>;
type Facts = Map<string, Given>;

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
    if (!titles[locale])
      context.reports.passOver(
        { ...placeIn(taxon, 'vernacularName'), line: null, row: null },
        'Titles are scientific names, since there is no vernacular name in their language.',
      );
    const own = authoredFields(taxon, new Map([['title', title], ...taxon.texts[locale]]), context);
    const fields = withShared(own, shared);
    return { unit: taxon, slug, group: slug, locale, isNameless: false, ownFile: false, namesLocale: false, ...fields };
  });
  return isComplete(taxon, facts, languages, context) ? versions : [];
}

const RULE = '“description: A tree of the family {family}.”';

/** Reports what is missing. Whole archives may lack it. */
function isComplete(taxon: Taxon, facts: Facts, [first]: Locale[], { reports }: TreeContext): boolean {
  const missing = [
    ...(facts.has('family') ? [] : ['family']),
    ...(taxon.texts[first].has('description') ? [] : ['description']),
  ];
  for (const field of missing) {
    const message = `${field} is missing: every tree needs one. Rules for what an archive lacks are given with --defaults FILE, such as ${RULE}.`;
    reports.error('missing-field', { ...placeIn(taxon), field }, message, field);
  }
  return missing.length === 0;
}

/** Those with a description; the default one if there is none at all. */
function languagesOf({ texts }: Taxon, { source }: TreeContext): Locale[] {
  const described = LOCALES.filter((locale) => texts[locale].has('description'));
  return described.length > 0 ? described : [source.defaultLocale];
}

/** The preferred name of each language, or else the first. */
function titlesOf({ vernaculars }: Taxon, { source }: TreeContext): Titles {
  const titles: Titles = {};
  for (const locale of LOCALES) {
    const own = vernaculars.filter(({ language }) => localeOf(language || source.defaultLocale) === locale);
    const title = own.find(({ isPreferred }) => isPreferred) ?? own[0];
    if (title) titles[locale] = title;
  }
  return titles;
}

function factsOf({ name, family, synonyms, distribution, facts }: Taxon): Facts {
  const own: [string, string, Json][] = [
    ['scientificName', 'scientificName', name.name],
    ['scientificNameAuthorship', 'scientificNameAuthorship', name.authorship],
    ['family', 'family', family],
    ['synonyms', 'scientificName', synonyms],
    ['distribution', 'locality', [...distribution]],
  ];
  const given = own.filter(([, , value]) => (value as string | Json[]).length > 0);
  return new Map([...given.map(([field, term, value]) => [field, { term, value }] as const), ...facts]);
}

function applyRules(taxon: Taxon, titles: Titles, facts: Facts, { rules, rulesFile, reports }: TreeContext): void {
  for (const rule of rules) {
    const { field, locale, line } = rule;
    const into = locale ? taxon.texts[locale] : facts;
    if (into.has(field) || (field === 'title' && locale && titles[locale])) continue;
    const text = fill(rule, (name) => placeholder(name, taxon, facts, titles));
    if (text === undefined) continue;
    into.set(field, { term: field, value: text });
    const what = locale ? `${field}.${locale}` : field;
    const message = `Trees have no ${what} in the archive, the first in ${taxon.file} row ${taxon.row}: there it is made by this rule.`;
    const place = { file: rulesFile, line, field: what };
    reports.warnOnce('filled-in', place, message, `${line} ${rule.template}`);
  }
}

function placeholder(name: string, taxon: Taxon, facts: Facts, titles: Titles): string {
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

/** Values that are no field of a tree, and what the archive as a whole says if a row says nothing of it. */
function attributesOf({ attributes }: Taxon, { dataset }: TreeContext): [string, Given][] {
  const { title, license, citation, isOwn } = dataset;
  const whole = isOwn ? {} : { datasetName: title, license, bibliographicCitation: citation };
  const others = Object.entries(whole).filter(([name, text]) => text !== '' && !attributes.has(name));
  return [...attributes, ...others].map(([name, value]) => [name, { term: name, value }]);
}

function authoredFields(
  taxon: Taxon,
  given: Iterable<[string, Given]>,
  { source }: TreeContext,
): Map<string, AuthoredValue> {
  return new Map(Array.from(given, ([field, { term, value }]) => [field, author(taxon, term, value, source)]));
}
