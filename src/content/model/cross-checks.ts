// Checks what can be seen only across trees: names and former slugs that two have, and values that are spelled in two ways.

import type { FieldName } from '../../domain/fields/fields.ts';
import { filterKey } from '../../domain/questions.ts';
import { fold, LOCALES, type Locale } from '../../domain/vocabulary.ts';
import type { SourceContext } from '../source/context.ts';
import { type AssembledTree, versionsAgain } from './assembled-tree.ts';
import { placeOf } from './language-version.ts';
import type { ReadVersion } from './merge.ts';
import { LABEL_FACTS, LABEL_TEXTS, type PartialOutline } from './outline.ts';

type Assembled = AssembledTree<unknown>;

interface CrossCheck {
  add(outline: PartialOutline, tree: Assembled): void;
  report(context: SourceContext): void;
}

/** Also across trees that lack what they need: once they have it, the same would be found. */
export function checkAcross(trees: Assembled[], context: SourceContext): void {
  const checks: CrossCheck[] = [
    new SharedNames(),
    new TakenSlugs(),
    ...LABEL_FACTS.map((name) => new Spellings(name, (tree) => tree[name])),
    ...LABEL_TEXTS.flatMap((name) =>
      LOCALES.map((locale) => new Spellings(name, ({ texts }) => texts[locale]?.[name], locale)),
    ),
  ];
  for (const tree of trees) {
    const { outline } = tree;
    if (outline) for (const check of checks) check.add(outline, tree);
  }
  for (const check of checks) check.report(context);
}

interface Named {
  tree: Assembled;
  slug: string;
  name: string;
}

class SharedNames implements CrossCheck {
  readonly #firstOf = new Map<string, Named>();
  readonly #othersOf = new Map<Named, Named[]>();

  add({ slug, scientificName: name }: PartialOutline, tree: Assembled): void {
    if (name === undefined) return;
    const named = { tree, slug, name };
    const first = this.#firstOf.getOrInsert(fold(name), named);
    if (first !== named) this.#othersOf.getOrInsertComputed(first, () => []).push(named);
  }

  report(context: SourceContext): void {
    const versionWith = versionsWith('scientificName', context);
    for (const first of this.#othersOf.size > 0 ? this.#firstOf.values() : []) {
      for (const { tree, name } of this.#othersOf.get(first) ?? []) {
        const message = `${name} is also the scientific name of ${first.slug}.`;
        context.findings.warn('duplicate-name', placeOf(versionWith(tree, name), 'scientificName'), message);
      }
    }
  }
}

/** A former slug leads to one tree. */
class TakenSlugs implements CrossCheck {
  readonly #present = new Set<string>();
  readonly #former: { tree: Assembled; slug: string; formerSlugs: string[] }[] = [];

  add({ slug, formerSlugs = [] }: PartialOutline, tree: Assembled): void {
    this.#present.add(slug);
    if (formerSlugs.length > 0) this.#former.push({ tree, slug, formerSlugs });
  }

  report(context: SourceContext): void {
    const owners = new Map<string, string>();
    const versionWith = versionsWith('formerSlugs', context);
    for (const { tree, slug, formerSlugs } of this.#former) {
      for (const former of formerSlugs) {
        const owner = owners.getOrInsert(former, slug);
        const report = (why: string) => {
          const place = placeOf(versionWith(tree, former), 'formerSlugs');
          context.findings.error('former-slug-taken', place, `${former} ${why}.`);
        };
        if (former === slug) report('is the slug that this tree has now: take it out');
        else if (this.#present.has(former)) report('is the slug of another tree: it cannot lead to this one as well');
        else if (owner !== slug) report(`is also a former slug of ${owner}: it can lead to one tree only`);
      }
    }
  }
}

interface Use {
  spelling: string;
  count: number;
  /** The first that has it. */
  first: Assembled;
}

/** What a filter takes for the same is shown in the spelling that is used most. */
class Spellings implements CrossCheck {
  readonly #field: FieldName;
  readonly #valueIn: (outline: PartialOutline) => unknown;
  readonly #locale: Locale | undefined;
  readonly #uses = new Map<string, Use>();

  constructor(field: FieldName, valueIn: (outline: PartialOutline) => unknown, locale?: Locale) {
    this.#field = field;
    this.#valueIn = valueIn;
    this.#locale = locale;
  }

  add(outline: PartialOutline, first: Assembled): void {
    for (const spelling of [this.#valueIn(outline) ?? []].flat() as string[]) {
      const use = this.#uses.get(spelling);
      if (use) use.count++;
      else this.#uses.set(spelling, { spelling, count: 1, first });
    }
  }

  report(context: SourceContext): void {
    const field = this.#field;
    const versionWith = versionsWith(field, context, this.#locale);
    for (const group of Map.groupBy(this.#uses.values(), ({ spelling }) => filterKey(field, spelling)).values()) {
      const [most, ...others] = group.sort((a, b) => b.count - a.count);
      for (const { spelling, count, first } of others) {
        const message = `${spelling} (${count}) and ${most.spelling} (${most.count}) are the same to a filter. Spell them alike.`;
        context.findings.warn('spelling-differs', placeOf(versionWith(first, spelling), field), message);
      }
    }
  }
}

type VersionWith = (tree: Assembled, value: unknown) => ReadVersion;

/** Which version of a tree, in a language or any, has a value first. A list of many values is not gone through for each of them. */
function versionsWith(field: FieldName, context: SourceContext, locale?: Locale): VersionWith {
  const found = new Map<Assembled, Map<unknown, ReadVersion>>();
  const valuesOf = (version: ReadVersion) =>
    ([version.values[field]].flat() as unknown[]).map((each) => [each, version] as const);
  return (tree, value) => {
    const versions = versionsAgain(tree, context);
    const inLocale = () => versions.filter((version) => locale === undefined || version.locale === locale);
    const byValue = found.getOrInsertComputed(tree, () => new Map(inLocale().reverse().flatMap(valuesOf)));
    return byValue.get(value) ?? versions[0];
  };
}
