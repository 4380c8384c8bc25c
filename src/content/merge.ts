// In charge of making one tree out of what its languages say: text by language, facts by tree.

import type { Tree, TreeFacts, TreeText } from '../tree.ts';
import { fold, LOCALES, type Locale } from '../vocabulary.ts';
import { type Entry, placeOf, type SourceContext } from './entry.ts';
import { type FieldName, type Identifiers, isField, readField } from './fields.ts';
import { quote } from './findings.ts';

const NO_IDENTIFIERS: Identifiers = { wfo: null, ipni: null, gbif: null, iucn: null };

/** The tree, or undefined where it lacks what it needs; the findings say what. Entries are of one slug, one a language. */
export function mergeEntries(entries: Entry[], context: SourceContext): Tree | undefined {
  const byPriority = [...entries].sort((a, b) => priority(a, context) - priority(b, context));
  const facts = mergeFacts(byPriority, context);
  const texts = mergeTexts(byPriority, context);
  return facts && texts && { slug: entries[0].slug, ...facts, texts };
}

/** The default locale's facts stand. */
function priority(entry: Entry, { defaultLocale }: SourceContext): number {
  return entry.locale === defaultLocale ? 0 : 1;
}

function mergeFacts(entries: Entry[], context: SourceContext): TreeFacts | undefined {
  const fact = <F extends FieldName>(field: F) => mergeFact(entries, field, context);
  const required = (field: 'scientificName' | 'family') => {
    const value = fact(field);
    if (value === undefined && !entries.some((entry) => isGiven(entry, field)))
      reportMissing(entries[0], field, context);
    return value;
  };
  const scientificName = required('scientificName');
  const family = required('family');
  const facts = {
    conservationStatus: fact('conservationStatus') ?? null,
    distribution: fact('distribution') ?? [],
    floweringSeason: fact('floweringSeason') ?? [],
    fruitingSeason: fact('fruitingSeason') ?? [],
    synonyms: fact('synonyms') ?? [],
    commonNames: mergeCommonNames(entries, context),
    featuredImage: fact('featuredImage') ?? null,
    images: fact('images') ?? [],
    publishedAt: fact('publishedAt') ?? null,
    updatedAt: mergeUpdatedAt(entries, context),
    identifiers: fact('identifiers') ?? NO_IDENTIFIERS,
  };
  return scientificName && family ? { scientificName, family, ...facts } : undefined;
}

function isGiven(entry: Entry, field: FieldName): boolean {
  const value = entry.fields.get(field)?.value;
  return value !== undefined && value !== null && value !== '';
}

function mergeFact<F extends FieldName>(entries: Entry[], field: F, context: SourceContext) {
  const told = entries.flatMap((entry) => {
    const value = readField(entry, field, context);
    return value === undefined ? [] : [{ entry, value }];
  });
  const [standing, ...others] = told;
  for (const other of others) {
    if (sameFact(standing.value, other.value)) continue;
    const { file, line } = placeOf(standing.entry, field);
    context.findings.warn(
      'facts-differ',
      placeOf(other.entry, field),
      `${field} is ${quote(other.value)} here but ${quote(standing.value)} in ${file}${line ? ` line ${line}` : ''}; the latter is served in every language.`,
    );
  }
  return standing?.value;
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

function mergeCommonNames(entries: Entry[], context: SourceContext): TreeFacts['commonNames'] {
  const names = entries.flatMap((entry) => readField(entry, 'commonNames', context) ?? []);
  return [...new Map(names.map((each) => [JSON.stringify(each), each])).values()];
}

function mergeUpdatedAt(entries: Entry[], context: SourceContext): string | null {
  const dates = entries.map((entry) => readField(entry, 'updatedAt', context) ?? '');
  return dates.sort().at(-1) || null;
}

function mergeTexts(entries: Entry[], context: SourceContext): Tree['texts'] | undefined {
  const read = entries.map((entry) => ({ entry, text: readTextOf(entry, context) }));
  const complete = read.filter(({ text }) => text.title !== undefined && text.description !== undefined);
  for (const { entry, text } of read) {
    if (!complete.some((each) => each.entry === entry)) reportIncomplete(entry, text, complete.length > 0, context);
  }
  const texts: Tree['texts'] = {};
  for (const { entry, text } of complete) {
    const other = read.find((each) => each.entry !== entry)?.text;
    texts[entry.locale] = completeText(text, other);
  }
  if (complete.length === 1) reportOneLanguage(complete[0].entry, context);
  return complete.length > 0 ? texts : undefined;
}

type PartialText = { [F in keyof TreeText]: TreeText[F] | undefined };

function readTextOf(entry: Entry, context: SourceContext): PartialText {
  const text = <F extends FieldName>(field: F) => readField(entry, field, context);
  const body = text('body');
  return {
    title: text('title'),
    description: text('description'),
    body,
    bodyFormat: body === undefined ? undefined : (text('bodyFormat') ?? 'markdown'),
    tags: text('tags'),
    uses: text('uses'),
    nativeRegion: text('nativeRegion'),
    maxHeight: text('maxHeight'),
    elevation: text('elevation'),
    toxicityLevel: text('toxicityLevel'),
    toxicParts: text('toxicParts'),
    skinContactRisk: text('skinContactRisk'),
    allergenRisk: text('allergenRisk'),
    attributes: attributesOf(entry),
  };
}

function attributesOf(entry: Entry): TreeText['attributes'] {
  const others = [...entry.fields].filter(([name]) => !isField(name));
  return Object.fromEntries(others.map(([name, { value }]) => [name, value])) as TreeText['attributes'];
}

/** What is told in words stays in its language; what only one language tells is told in both. */
function completeText(own: PartialText, other: PartialText | undefined): TreeText {
  return {
    title: own.title as string,
    description: own.description as string,
    body: own.body ?? null,
    bodyFormat: own.bodyFormat ?? null,
    tags: own.tags ?? [],
    uses: own.uses ?? [],
    nativeRegion: own.nativeRegion ?? null,
    maxHeight: own.maxHeight ?? other?.maxHeight ?? null,
    elevation: own.elevation ?? other?.elevation ?? null,
    toxicityLevel: own.toxicityLevel ?? other?.toxicityLevel ?? null,
    toxicParts: own.toxicParts ?? other?.toxicParts ?? [],
    skinContactRisk: own.skinContactRisk ?? other?.skinContactRisk ?? null,
    allergenRisk: own.allergenRisk ?? other?.allergenRisk ?? null,
    attributes: { ...other?.attributes, ...own.attributes },
  };
}

function reportMissing(entry: Entry, field: FieldName, { findings }: SourceContext): void {
  const { file, line } = entry;
  findings.error('missing-field', { file, line, field }, `${field} is missing: every tree needs one.`);
}

const LANGUAGE: Record<Locale, string> = { en: 'English', es: 'Spanish' };

function reportIncomplete(entry: Entry, text: PartialText, otherIsComplete: boolean, context: SourceContext): void {
  for (const field of ['title', 'description'] as const) {
    if (text[field] !== undefined || isGiven(entry, field)) continue;
    if (entry.ownFile || !otherIsComplete) reportMissing(entry, field, context);
    else {
      const message = `The ${LANGUAGE[entry.locale]} text has no ${field}, so the other language’s text is served in its place.`;
      context.findings.warn('incomplete-text', { file: entry.file, line: entry.line, field }, message);
    }
  }
}

function reportOneLanguage(entry: Entry, { findings }: SourceContext): void {
  const missing = LOCALES.filter((locale) => locale !== entry.locale).map((locale) => LANGUAGE[locale]);
  const message = `${entry.slug} has no text in ${missing.join(' or ')}; the ${LANGUAGE[entry.locale]} text is served there.`;
  findings.warn('one-language', { file: entry.file, line: entry.line }, message);
}
