import {
  FACT_NAMES,
  type FactValues,
  FIELDS,
  type FieldName,
  schemasOf,
  TEXT_NAMES,
  type TextValues,
  type View,
} from './fields/fields.ts';
import { type Described, object } from './fields/schema.ts';
import { API_PREFIX, LOCALES, type Locale } from './vocabulary.ts';

/** The default of the setting for a tree's size. */
export const DEFAULT_TREE_BYTES = 1_000_000;

/** Each view's schema, and so its JSON, begins with the previous one's: one copy of a tree's bytes serves all three. */
const [summary, record, detail] = [schemasOf('summary'), schemasOf('record'), schemasOf('detail')];

export const TreeSummary = object(summary, { description: 'Enough to name a tree and to find it.' });
export const TreeRecord = object(
  { ...summary, ...record },
  { description: 'A tree as lists show it. Every field is always there: an unknown fact is null.' },
);
export const TreeDetail = object(
  { ...summary, ...record, ...detail },
  { description: 'A tree whole. Every field is always there: an unknown fact is null, an empty collection [].' },
);

export type TreeRecord = Described<typeof TreeRecord>;
export type TreeDetail = Described<typeof TreeDetail>;

export type TreeText = TextValues & Pick<TreeDetail, 'attributes'>;

/** A validated tree, with text in at least one language. */
export interface Tree extends FactValues {
  slug: string;
  texts: Partial<Record<Locale, TreeText>>;
}

/** Adds the fields that an older Sylva didn't store. */
export function withNewFields(tree: Tree): Tree {
  fill(tree, FACT_NAMES);
  for (const text of Object.values(tree.texts)) fill(text, TEXT_NAMES);
  return tree;
}

function fill(values: Partial<Record<FieldName, unknown>>, names: FieldName[]): void {
  for (const name of names) values[name] ??= FIELDS[name].type.none;
}

export function availableLocales(tree: Tree): Locale[] {
  return LOCALES.filter((locale) => tree.texts[locale]);
}

/** `locale` if the tree has text in it, or else the other language. */
export function servedLocale(tree: Tree, locale: Locale): Locale {
  return tree.texts[locale] ? locale : availableLocales(tree)[0];
}

export function servedText(tree: Tree, locale: Locale): TreeText {
  return tree.texts[servedLocale(tree, locale)] as TreeText;
}

export function toDetail(tree: Tree, locale: Locale): TreeDetail {
  return JSON.parse(`${Object.values(toJsonByView(tree, locale)).join('')}}`);
}

export function bySlug<T extends { slug: string }>(trees: T[]): T[] {
  return trees.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

export function treePath(slug: string, locale: Locale): string {
  return `${API_PREFIX}/trees/${slug}?locale=${locale}`;
}

type Values = Record<string, unknown>;
const NAMES_IN = { summary: Object.keys(summary), record: Object.keys(record), detail: Object.keys(detail) };

/** The JSON served to a reader of `locale`, in the parts that each view adds to the previous one, without the closing brace. */
export function toJsonByView(tree: Tree, locale: Locale): Record<View, string> {
  const served = servedLocale(tree, locale);
  const values: Values = {
    ...tree,
    ...tree.texts[served],
    locale: served,
    availableLocales: availableLocales(tree),
    _links: { self: treePath(tree.slug, locale) },
  };
  const fieldsOf = (view: View) => {
    const fields = Object.fromEntries(NAMES_IN[view].map((name) => [name, values[name]]));
    return JSON.stringify(fields).slice(1, -1);
  };
  return { summary: `{${fieldsOf('summary')}`, record: `,${fieldsOf('record')}`, detail: `,${fieldsOf('detail')}` };
}

/** By folded family name. */
export type FamilyNames = Map<string, Partial<Record<Locale, string>>>;
