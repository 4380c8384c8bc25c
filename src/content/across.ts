// In charge of what can be seen only across trees: names and former slugs that two have, and values that are spelt in two ways.

import type { FieldName } from '../domain/fields.ts';
import { filterKey } from '../domain/questions.ts';
import { fold, LOCALES, type Locale } from '../domain/vocabulary.ts';
import { placeOf } from './language-version.ts';
import type { ReadVersion } from './merge.ts';
import { LABEL_FACTS, LABEL_TEXTS, type Sketch } from './outline.ts';
import type { Finding, SourceContext } from './source-context.ts';
import type { MadeTree } from './trees.ts';

type Made = MadeTree<Sketch>;

const CODES = ['duplicate-name', 'former-slug-taken', 'spelling-differs'];

/** Whether a finding is one of those that only others let be seen. */
export function isAcross({ code }: Finding): boolean {
  return CODES.includes(code);
}

/** Also across those that lack what they need: once they are mended, it would be told of them. */
export function checkAcross(made: Made[], context: SourceContext): void {
  reportSharedNames(made, context);
  reportTakenSlugs(made, context);
  for (const name of LABEL_FACTS) {
    reportSpellings(made, name, (tree) => tree[name], versionsWith(name, context), context);
  }
  for (const name of LABEL_TEXTS) {
    for (const locale of LOCALES) {
      const versionWith = versionsWith(name, context, locale);
      reportSpellings(made, name, ({ texts }) => texts[locale]?.[name], versionWith, context);
    }
  }
}

function reportSharedNames(made: Made[], context: SourceContext): void {
  const firstOf = new Map<string, Made>();
  const othersOf = new Map<Made, Made[]>();
  for (const each of made) {
    if (each.tree.scientificName === undefined) continue;
    const first = firstOf.getOrInsert(fold(each.tree.scientificName), each);
    if (first !== each) othersOf.getOrInsertComputed(first, () => []).push(each);
  }
  const versionWith = versionsWith('scientificName', context);
  for (const first of othersOf.size > 0 ? firstOf.values() : []) {
    for (const each of othersOf.get(first) ?? []) {
      const { scientificName } = each.tree;
      const message = `${scientificName} is also the scientific name of ${first.tree.slug}.`;
      context.findings.warn('duplicate-name', placeOf(versionWith(each, scientificName), 'scientificName'), message);
    }
  }
}

/** A former slug leads to one tree. */
function reportTakenSlugs(made: Made[], context: SourceContext): void {
  const present = new Set(made.map(({ tree }) => tree.slug));
  const owners = new Map<string, string>();
  const versionWith = versionsWith('formerSlugs', context);
  for (const each of made) {
    const { tree } = each;
    for (const slug of tree.formerSlugs ?? []) {
      const owner = owners.getOrInsert(slug, tree.slug);
      const report = (why: string) =>
        context.findings.error('former-slug-taken', placeOf(versionWith(each, slug), 'formerSlugs'), `${slug} ${why}.`);
      if (slug === tree.slug) report('is the slug that this tree has now: take it out');
      else if (present.has(slug)) report('is the slug of another tree: it cannot lead to this one as well');
      else if (owner !== tree.slug) report(`is also a former slug of ${owner}: it can lead to one tree only`);
    }
  }
}

interface Use {
  spelling: string;
  count: number;
  /** The first that has it. */
  first: Made;
}

/** What a filter takes for the same is shown in the spelling that is used most. */
function reportSpellings(
  made: Made[],
  field: FieldName,
  valueIn: (tree: Sketch) => unknown,
  versionWith: VersionWith,
  context: SourceContext,
): void {
  const uses = new Map<string, Use>();
  for (const each of made) {
    const value = valueIn(each.tree) ?? [];
    for (const spelling of (typeof value === 'string' ? [value] : value) as string[]) {
      const use = uses.get(spelling);
      if (use) use.count++;
      else uses.set(spelling, { spelling, count: 1, first: each });
    }
  }
  for (const group of Map.groupBy(uses.values(), ({ spelling }) => filterKey(field, spelling)).values()) {
    const [most, ...others] = group.sort((a, b) => b.count - a.count);
    for (const { spelling, count, first } of others) {
      const message = `${spelling} (${count}) and ${most.spelling} (${most.count}) are the same to a filter. Spell them alike.`;
      context.findings.warn('spelling-differs', placeOf(versionWith(first, spelling), field), message);
    }
  }
}

type VersionWith = (made: Made, value: unknown) => ReadVersion;

/** Which version of a tree, in a language or any, has a value first. A list of many values is not gone through for each of them. */
function versionsWith(field: FieldName, context: SourceContext, locale?: Locale): VersionWith {
  const found = new Map<Made, Map<unknown, ReadVersion>>();
  const valuesOf = (version: ReadVersion) =>
    ([version.values[field]].flat() as unknown[]).map((each) => [each, version] as const);
  return (made, value) => {
    const versions = made.versionsAgain(context);
    const inLocale = () => versions.filter((version) => locale === undefined || version.locale === locale);
    const byValue = found.getOrInsertComputed(made, () => new Map(inLocale().reverse().flatMap(valuesOf)));
    return byValue.get(value) ?? versions[0];
  };
}
