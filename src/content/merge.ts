// In charge of making one tree out of what its languages say: text by language, facts by tree.

import type { Tree, TreeFacts, TreeText } from '../tree.ts';
import { fold, LOCALES, type Locale } from '../vocabulary.ts';
import { type Entry, isGiven, placeOf, type SourceContext } from './entry.ts';
import { type FieldName, type FieldValues, isField } from './fields.ts';
import { quote } from './findings.ts';
import { placeIn } from './ledger.ts';
import { NO_IDENTIFIERS } from './name-kinds.ts';

/** An entry with what could be understood of it. */
export interface ReadEntry extends Entry {
  values: FieldValues;
}

/** The tree, or undefined where it lacks what it needs; the findings say what. Entries are of one slug, one a language. */
export function mergeEntries(entries: ReadEntry[], context: SourceContext): Tree | undefined {
  const [first] = entries;
  if (first?.slug === undefined) return undefined;
  const byPriority = entries.toSorted((a, b) => priority(a, context) - priority(b, context));
  const facts = mergeFacts(byPriority, context);
  const texts = mergeTexts(byPriority, context);
  return facts && texts && { slug: first.slug, ...facts, texts };
}

/** The default locale's facts stand. */
function priority(entry: Entry, { defaultLocale }: SourceContext): number {
  return entry.locale === defaultLocale ? 0 : 1;
}

function mergeFacts(entries: ReadEntry[], context: SourceContext): TreeFacts | undefined {
  const fact = <F extends FieldName>(field: F) => mergeFact(entries, field, context);
  const [scientificName, family] = [fact('scientificName'), fact('family')];
  const facts = {
    conservationStatus: fact('conservationStatus') ?? null,
    distribution: fact('distribution') ?? [],
    floweringSeason: fact('floweringSeason') ?? [],
    fruitingSeason: fact('fruitingSeason') ?? [],
    synonyms: fact('synonyms') ?? [],
    commonNames: mergeCommonNames(entries),
    featuredImage: fact('featuredImage') ?? null,
    images: fact('images') ?? [],
    publishedAt: fact('publishedAt') ?? null,
    updatedAt: mergeUpdatedAt(entries),
    identifiers: fact('identifiers') ?? NO_IDENTIFIERS,
  };
  return scientificName && family ? { scientificName, family, ...facts } : undefined;
}

function mergeFact<F extends FieldName>(entries: ReadEntry[], field: F, { findings }: SourceContext): FieldValues[F] {
  const [standing, ...others] = entries.filter(({ values }) => values[field] !== undefined);
  for (const other of others) {
    const [value, otherValue] = [standing.values[field], other.values[field]];
    if (value === otherValue || sameFact(value, otherValue)) continue;
    const { file, line } = placeOf(standing, field);
    findings.warn(
      'facts-differ',
      placeOf(other, field),
      `${field} is ${quote(otherValue)} here but ${quote(value)} in ${file} line ${line}; the latter is served in every language.`,
    );
  }
  return standing?.values[field];
}

/** Spelling and the order of a list do not make a fact another one. */
function sameFact(a: unknown, b: unknown): boolean {
  const normal = (value: unknown) => {
    const texts = (Array.isArray(value) ? value : [value]).map((each) =>
      fold(typeof each === 'string' ? each : JSON.stringify(each)),
    );
    return JSON.stringify(texts.sort());
  };
  return normal(a) === normal(b);
}

function mergeCommonNames(entries: ReadEntry[]): TreeFacts['commonNames'] {
  const names = entries.flatMap(({ values }) => values.commonNames ?? []);
  return [...new Map(names.map((each) => [JSON.stringify(each), each])).values()];
}

function mergeUpdatedAt(entries: ReadEntry[]): string | null {
  const dates = entries.map(({ values }) => values.updatedAt ?? '');
  return dates.sort().at(-1) || null;
}

function mergeTexts(entries: ReadEntry[], context: SourceContext): Tree['texts'] | undefined {
  const complete = entries.filter(
    ({ values: { title, description } }) => title !== undefined && description !== undefined,
  );
  const texts: Tree['texts'] = {};
  for (const entry of complete) {
    const other = entries.find((each) => each !== entry);
    texts[entry.locale] = completeText(entry, other);
  }
  for (const entry of complete.length > 0 ? entries : []) reportIncomplete(entry, context);
  if (complete.length === 1) reportOneLanguage(complete[0], context);
  return complete.length > 0 ? texts : undefined;
}

/** What is told in words stays in its language; what only one language tells is told in both. */
function completeText(entry: ReadEntry, otherEntry: ReadEntry | undefined): TreeText {
  const [own, other] = [entry.values, otherEntry?.values];
  return {
    title: own.title as string,
    description: own.description as string,
    body: own.body ?? null,
    bodyFormat: own.body === undefined ? null : (own.bodyFormat ?? 'markdown'),
    tags: own.tags ?? [],
    uses: own.uses ?? [],
    nativeRegion: own.nativeRegion ?? null,
    maxHeight: own.maxHeight ?? other?.maxHeight ?? null,
    elevation: own.elevation ?? other?.elevation ?? null,
    toxicityLevel: own.toxicityLevel ?? other?.toxicityLevel ?? null,
    toxicParts: own.toxicParts ?? other?.toxicParts ?? [],
    skinContactRisk: own.skinContactRisk ?? other?.skinContactRisk ?? null,
    allergenRisk: own.allergenRisk ?? other?.allergenRisk ?? null,
    attributes: { ...(otherEntry && attributesOf(otherEntry)), ...attributesOf(entry) },
  };
}

function attributesOf(entry: Entry): TreeText['attributes'] {
  const attributes: [string, unknown][] = [];
  for (const [name, { value }] of entry.fields) if (!isField(name)) attributes.push([name, value]);
  return Object.fromEntries(attributes) as TreeText['attributes'];
}

const LANGUAGE: Record<Locale, string> = { en: 'English', es: 'Spanish' };

/** A file of its own lacks what an error names; in a row, an untranslated cell is a gap. */
function reportIncomplete(entry: ReadEntry, { findings }: SourceContext): void {
  for (const field of ['title', 'description'] as const) {
    if (entry.ownFile || isGiven(entry, field)) continue;
    const message = `The ${LANGUAGE[entry.locale]} text has no ${field}, so the other language’s text is served in its place.`;
    findings.warn('incomplete-text', { ...placeIn(entry.unit), field }, message);
  }
}

function reportOneLanguage(entry: Entry, { findings }: SourceContext): void {
  const missing = LOCALES.filter((locale) => locale !== entry.locale).map((locale) => LANGUAGE[locale]);
  const message = `${entry.slug} has no text in ${missing.join(' or ')}; the ${LANGUAGE[entry.locale]} text is served there.`;
  findings.warn('one-language', placeIn(entry.unit), message);
}
