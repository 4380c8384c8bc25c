// Defines a tree, and the record that is served of it in three views.

import {
  FACT_NAMES,
  type FactValues,
  FIELDS,
  type FieldName,
  schemasOf,
  TEXT_NAMES,
  type TextValues,
  type View,
} from './fields.ts';
import { type Described, object } from './schema.ts';
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

/** The order in which trees are numbered. */
export function bySlug<T extends { slug: string }>(trees: T[]): T[] {
  return trees.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

export function treePath(slug: string, locale: Locale): string {
  return `${API_PREFIX}/trees/${slug}?locale=${locale}`;
}

type Values = Record<string, unknown>;
/** Whether a field comes from the tree, from its text in a language, or from the service. */
const sourceOf = ({ of }: { of: string }, name: string) =>
  of === 'language' || name === 'attributes' ? 'text' : of === 'tree' || name === 'slug' ? 'tree' : 'made';
const SHOWN = Object.entries(FIELDS).map(([name, field]) => ({
  name,
  view: field.view,
  source: sourceOf(field, name) as 'text' | 'tree' | 'made',
}));
const fieldsOf = (view: View) => SHOWN.filter((field) => field.view === view);
const SHOWN_IN = { summary: fieldsOf('summary'), record: fieldsOf('record'), detail: fieldsOf('detail') };
/** Objects that have all their fields from the start are made sooner than those that grow. */
const blank = (view: View): Values => Object.fromEntries(SHOWN_IN[view].map(({ name }) => [name, undefined]));
const BLANK = { summary: blank('summary'), record: blank('record'), detail: blank('detail') };

/** The JSON served to a reader of `locale`, in the parts that each view adds to the previous one, without the closing brace. */
export function toJsonByView(tree: Tree, locale: Locale): Record<View, string> {
  const served = servedLocale(tree, locale);
  const made = {
    locale: served,
    availableLocales: availableLocales(tree),
    _links: { self: treePath(tree.slug, locale) },
  };
  const from: Record<'text' | 'tree' | 'made', Values> = {
    text: tree.texts[served] as TreeText,
    tree: tree as unknown as Values,
    made,
  };
  const piece = (view: View) => {
    const shown = { ...BLANK[view] };
    for (const { name, source } of SHOWN_IN[view]) shown[name] = from[source][name];
    return JSON.stringify(shown).slice(1, -1);
  };
  return { summary: `{${piece('summary')}`, record: `,${piece('record')}`, detail: `,${piece('detail')}` };
}

/** By folded family name. */
export type FamilyNames = Map<string, Partial<Record<Locale, string>>>;
