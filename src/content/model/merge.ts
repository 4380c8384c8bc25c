// Merges what the languages of a tree say into one tree: text by language, facts by tree.

import { checkLength } from '../../domain/fields/field-types.ts';
import {
  FACT_NAMES,
  FACTS,
  type FactName,
  REQUIRED_FACTS,
  REQUIRED_TEXTS,
  TEXT_NAMES,
  TEXTS,
  type TextName,
} from '../../domain/fields/fields.ts';
import { filterKey } from '../../domain/questions.ts';
import { quote } from '../../domain/text.ts';
import type { Tree, TreeText } from '../../domain/tree.ts';
import { LOCALES, type Locale } from '../../domain/vocabulary.ts';
import type { SourceContext } from '../source/context.ts';
import { placeIn } from '../source/units.ts';
import { type FieldValues, fieldIn, isGiven, type LanguageVersion, placeOf } from './language-version.ts';
import type { PartialOutline } from './outline.ts';

/** A version with what could be understood of it. */
export interface ReadVersion extends LanguageVersion {
  values: FieldValues;
  /** The names of what is no field, in the order in which it was written. */
  otherNames: string[];
}

/** What there is of the tree, be it whole or not. Versions are of one slug, one a language. */
export function mergeVersions(slug: string, versions: ReadVersion[], context: SourceContext): PartialOutline {
  // The default locale's facts stand.
  const isDefault = ({ locale }: ReadVersion) => locale === context.defaultLocale;
  const byPriority = versions.filter(isDefault).concat(versions.filter((version) => !isDefault(version)));
  const tree: Partial<Record<keyof Tree, unknown>> = { slug };
  for (const name of FACT_NAMES) tree[name] = mergeFact(byPriority, name, context);
  tree.texts = mergeTexts(byPriority, context);
  return tree as unknown as PartialOutline;
}

/** Whether it has what it needs; the findings say what it lacks. */
export function isWhole(tree: PartialOutline): tree is Tree {
  return Object.keys(tree.texts).length > 0 && REQUIRED_FACTS.every((name) => tree[name] !== undefined);
}

function mergeFact(versions: ReadVersion[], name: FactName, context: SourceContext): unknown {
  const { merge, type } = FACTS[name];
  let standing: ReadVersion | undefined;
  for (const version of versions) {
    if (version.values[name] === undefined) continue;
    standing ??= version;
    if (!merge && version.values[name] !== standing.values[name]) compareFact(name, standing, version, context);
  }
  if (!standing) return type.none;
  return merge ? mergeAll(merge, versions, name, standing, context) : standing.values[name];
}

function mergeAll(
  merge: (values: unknown[]) => unknown,
  versions: ReadVersion[],
  name: FactName,
  standing: ReadVersion,
  context: SourceContext,
): unknown {
  const merged = merge(versions.map(({ values }) => values[name]).filter((value) => value !== undefined));
  if (Array.isArray(merged)) checkMerged(name, merged, standing, context);
  return merged;
}

/** What languages tell in lists of their own is served as one. */
function checkMerged(name: FactName, merged: unknown[], standing: ReadVersion, { findings }: SourceContext): void {
  checkLength(merged, (code, message) => findings.error(code, placeOf(standing, name), message));
}

function compareFact(name: FactName, standing: ReadVersion, other: ReadVersion, { findings }: SourceContext): void {
  const [value, otherValue] = [standing.values[name], other.values[name]];
  if (sameFact(name, value, otherValue)) return;
  const { file, line } = placeOf(standing, name);
  const message = `${name} is ${quote(otherValue)} here but ${quote(value)} in ${file} line ${line}; the latter is served in every language.`;
  findings.warn('facts-differ', placeOf(other, name), message);
}

/** Spelling, and the order of a list, do not make a fact another one. */
function sameFact(name: FactName, a: unknown, b: unknown): boolean {
  const normal = (value: unknown) => {
    const texts = (Array.isArray(value) ? value : [value]).map((each) =>
      filterKey(name, typeof each === 'string' ? each : JSON.stringify(each)),
    );
    return JSON.stringify(texts.sort());
  };
  return normal(a) === normal(b);
}

function mergeTexts(versions: ReadVersion[], context: SourceContext): Tree['texts'] {
  const complete = versions.filter(({ values }) => REQUIRED_TEXTS.every((name) => values[name] !== undefined));
  const texts: Tree['texts'] = {};
  for (const version of complete) {
    const other = versions.find((each) => each !== version);
    texts[version.locale] = completeText(version, other);
  }
  for (const version of complete.length > 0 ? versions : []) reportIncomplete(version, complete, context);
  if (complete.length === 1 && !complete[0].unit.isForeign) reportOneLanguage(complete[0], context);
  return texts;
}

function completeText(version: ReadVersion, otherVersion: ReadVersion | undefined): TreeText {
  const text: Partial<Record<TextName | 'attributes', unknown>> = {};
  for (const name of TEXT_NAMES) text[name] = textOf(name, version.values, otherVersion?.values);
  const own = attributesOf(version);
  const others = otherVersion && otherVersion.otherNames.length > 0 ? attributesOf(otherVersion) : undefined;
  // Its own come first, also in their order.
  text.attributes = others ? { ...own, ...others, ...own } : own;
  return text as TreeText;
}

function textOf(name: TextName, own: FieldValues, other: FieldValues | undefined): unknown {
  const { isShared, goesWith, type } = TEXTS[name];
  if (goesWith && own[goesWith.field] === undefined) return type.none;
  return own[name] ?? (isShared ? other?.[name] : undefined) ?? goesWith?.otherwise ?? type.none;
}

function attributesOf(version: ReadVersion): TreeText['attributes'] {
  const entries = version.otherNames.map((name) => [name, fieldIn(version, name)?.value]);
  return Object.fromEntries(entries) as TreeText['attributes'];
}

const LANGUAGE: Record<Locale, string> = { en: 'English', es: 'Spanish' };

/** A file of its own lacks what an error names; in a row, an untranslated cell is a gap. */
function reportIncomplete(version: ReadVersion, complete: ReadVersion[], { findings }: SourceContext): void {
  for (const field of REQUIRED_TEXTS) {
    if (version.ownFile || isGiven(version, field)) continue;
    const hidden = hiddenIn(version, complete);
    const until = hidden.length > 0 ? ` Until it has one, nobody sees ${hidden.join(', ')}.` : '';
    const message = `The ${LANGUAGE[version.locale]} text has no ${field}, so the other language’s text is served in its place.${until}`;
    findings.warn('incomplete-text', { ...placeIn(version.unit), field }, message);
  }
}

/** The texts that are neither those of one that is complete, nor shared with one that has none of its own. */
function hiddenIn(incomplete: ReadVersion, complete: ReadVersion[]): string[] {
  const isHidden = (name: TextName) => {
    const authored = fieldIn(incomplete, name);
    const shown = complete.map((version) => fieldIn(version, name));
    const isSeen = shown.includes(authored) || (TEXTS[name].isShared && shown.includes(undefined));
    return authored !== undefined && !isSeen;
  };
  return TEXT_NAMES.filter(isHidden).map((name) => `${name}.${incomplete.locale}`);
}

function reportOneLanguage(version: LanguageVersion, { findings }: SourceContext): void {
  const missing = LOCALES.filter((locale) => locale !== version.locale).map((locale) => LANGUAGE[locale]);
  const message = `${version.slug} has no text in ${missing.join(' or ')}; the ${LANGUAGE[version.locale]} text is served there.`;
  findings.warn('one-language', placeIn(version.unit), message);
}
