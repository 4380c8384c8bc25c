// In charge of what a tree is: the record as it is served, in its views, and the checked tree it is made of.

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

/** How large a tree may be as it is served, unless a setting says otherwise. */
export const MOST_TREE_BYTES = 1_000_000;

/** Three schemas, each the beginning of the next: so is their JSON, and a tree's bytes are kept once for all three. */
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

/** What a tree's text in one language says. */
export type TreeText = TextValues & Pick<TreeDetail, 'attributes'>;

/** A checked tree, with text in at least one language. */
export interface Tree extends FactValues {
  slug: string;
  texts: Partial<Record<Locale, TreeText>>;
}

/** A tree that an older Sylva kept gets the fields which that did not know. */
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

/** The language of the text that a reader of `locale` gets: their own or, where the tree has none, the other one. */
export function servedLocale(tree: Tree, locale: Locale): Locale {
  return tree.texts[locale] ? locale : availableLocales(tree)[0];
}

export function servedText(tree: Tree, locale: Locale): TreeText {
  return tree.texts[servedLocale(tree, locale)] as TreeText;
}

/** The record that a reader of `locale` is served. */
export function toDetail(tree: Tree, locale: Locale): TreeDetail {
  return JSON.parse(`${Object.values(toJsonPieces(tree, locale)).join('')}}`);
}

/** The order in which trees are numbered. */
export function bySlug<T extends { slug: string }>(trees: T[]): T[] {
  return trees.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

export function treePath(slug: string, locale: Locale): string {
  return `${API_PREFIX}/trees/${slug}?locale=${locale}`;
}

type Values = Record<string, unknown>;
/** Who says what a field holds: the tree, its text in a language, or the service. */
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

/**
 * The JSON that a reader of `locale` is served of a tree, in the pieces that each view adds to the one before; the closing
 * brace is left off.
 */
export function toJsonPieces(tree: Tree, locale: Locale): Record<View, string> {
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
