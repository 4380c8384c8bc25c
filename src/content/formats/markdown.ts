// Reads a Markdown or MDX file: one tree in one language, with its facts in the YAML front matter.

import { basename, dirname, extname } from 'node:path';
import { readSlug } from '../../domain/slugs.ts';
import { isBlank } from '../../domain/text.ts';
import { isLocale, LOCALES, type Locale } from '../../domain/vocabulary.ts';
import {
  author,
  byLanguage,
  keepsDigits,
  type LanguageVersion,
  NOTHING_SHARED,
  partsOf,
} from '../model/language-version.ts';
import { checkLocale, checkSlug, groupOf, isDraft, isOwnKey } from '../model/own-keys.ts';
import type { SourceContext } from '../source/context.ts';
import { placeIn, type Unit } from '../source/units.ts';
import { parseYaml } from './yaml.ts';

const OPENING = /^---[ \t]*\r?\n/;
const CLOSING = /\n---[ \t]*(?:\r?\n|$)/y;
const NAME = /^(?<slug>.*?)(?:\.(?<locale>[a-z]{2}))?$/i;

/** A file is larger than what is served of it, by comments and blanks, but not by more than this. */
export const FILE_TO_TREE = 2;

/** The version of a file, whose unit is told the lines of its keys; none where it has none that can be read. */
export function readMarkdown(unit: Unit, text: string, context: SourceContext): LanguageVersion[] {
  nameByFile(unit);
  const parts = takeApart(text);
  if (typeof parts === 'string') {
    context.findings.error('no-front-matter', placeIn(unit), parts);
    return [];
  }
  const values = readFrontMatter(unit, parts.matter, context);
  if (!values) return [];
  const body = isBlank(parts.body) ? '' : parts.body.slice(parts.body.lastIndexOf('\n', parts.body.search(/\S/)) + 1);
  if (body !== '') {
    const { lineOf } = unit;
    const bodyLine = linesIn(text.slice(0, text.length - body.length)) + 1;
    unit.lineOf = (key, offset = 0) => (key === 'body' ? bodyLine + linesIn(body.slice(0, offset)) : lineOf(key));
    addBody(unit, values, body.trimEnd(), context);
  }
  return [toVersion(unit, values, context)];
}

/** The front matter and what follows it; a message where there is none. */
function takeApart(text: string): { matter: string; body: string } | string {
  const [opening] = OPENING.exec(text) ?? [];
  if (!opening) return 'The file has no front matter: it must begin with a line ---, the fields, and another line ---.';
  for (let at = opening.length - 1; at !== -1; at = text.indexOf('\n---', at + 1)) {
    CLOSING.lastIndex = at;
    if (CLOSING.test(text))
      return { matter: text.slice(opening.length, Math.max(at, opening.length)), body: text.slice(CLOSING.lastIndex) };
  }
  return 'The front matter has no end: close it with another line ---.';
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

function readFrontMatter(unit: Unit, yaml: string, context: SourceContext): Map<string, unknown> | undefined {
  const { findings, maxTreeBytes } = context;
  const { fields, problems } = parseYaml(yaml, {
    firstLine: 2,
    keepsDigits,
    maxCharacters: FILE_TO_TREE * maxTreeBytes,
  });
  if (fields) unit.lineOf = (key) => fields.lines.get(key) ?? 1;
  if (isDraft(fields?.values.get('draft'), unit, context)) {
    unit.outcome = 'draft';
    return undefined;
  }
  for (const { code, line, field, message } of problems) {
    const place = { ...placeIn(unit, field), line };
    if (code === 'kept-as-text') findings.warn(code, place, message);
    else findings.error(code, place, message);
  }
  return fields?.values;
}

function addBody(unit: Unit, values: Map<string, unknown>, body: string, { findings }: SourceContext): void {
  const message = 'The front matter has a body, and so has the file below it.';
  if (!isBlank(values.get('body'))) findings.error('duplicate-key', placeIn(unit, 'body'), message);
  values.set('body', body);
  if (isBlank(values.get('bodyFormat'))) values.set('bodyFormat', /\.mdx$/i.test(unit.file) ? 'mdx' : 'markdown');
}

function toVersion(unit: Unit, values: Map<string, unknown>, context: SourceContext): LanguageVersion {
  const given = (key: string) => (isBlank(values.get(key)) ? undefined : values.get(key));
  const name = nameOf(unit);
  const authoredSlug = given('slug') ?? name?.slug;
  const slug = checkSlug(authoredSlug, unit, context);
  const locale = localeOf(unit, given('locale') ?? name?.locale ?? languageOfPath(unit.file), context);
  const fields = [...values].filter(([key]) => !isOwnKey(key));
  for (const [key, value] of fields) reportLanguages(unit, key, value, context);
  return {
    unit,
    slug,
    group: slug ?? groupOf(unit, authoredSlug),
    locale: locale ?? context.defaultLocale,
    isNameless: slug === undefined || locale === undefined,
    ownFile: true,
    namesLocale: true,
    own: new Map(fields.map(([key, value]) => [key, author(unit, key, value, context)])),
    shared: NOTHING_SHARED,
  };
}

/** What its name says of a file. */
function nameOf({ file }: Unit): Record<string, string> | undefined {
  return NAME.exec(basename(file, extname(file)))?.groups;
}

/** What is too broken to say which tree it is of is of the one that its name says. */
function nameByFile(unit: Unit): void {
  const read = readSlug(nameOf(unit)?.slug);
  if ('slug' in read) unit.slug = read.slug;
}

function localeOf(unit: Unit, authored: unknown, context: SourceContext): Locale | undefined {
  if (authored !== undefined) return checkLocale(authored, unit, context);
  const message = `Nothing says in which language this is. Put the file into a folder ${LOCALES.join(' or ')}, or write locale: ${LOCALES[0]}.`;
  context.findings.error('unknown-locale', placeIn(unit, 'locale'), message);
  return undefined;
}

/** The nearest folder that is named like a language of the catalogue, or else like any. */
function languageOfPath(file: string): string | undefined {
  const folders = dirname(file).split(/[\\/]/).reverse();
  return (
    folders.find((folder) => isLocale(folder.toLowerCase())) ?? folders.find((folder) => /^[a-z]{2}$/i.test(folder))
  );
}

/** A file is of one language, and its values nest: dots and groups that mean something in a table mean nothing here. */
function reportLanguages(unit: Unit, key: string, value: unknown, { findings }: SourceContext): void {
  const dotted = partsOf(key);
  if (!dotted && !byLanguage(key, value)) return;
  const field = dotted?.field ?? key;
  const isPart = dotted && !isLocale(dotted.suffix);
  const message = isPart
    ? `${key} is not understood in a file. Write ${field}: { ${dotted.suffix}: … }, if that is meant.`
    : `A file is of one language: write ${field}: …, and the other language’s in its own file.`;
  findings.error('misplaced-key', placeIn(unit, key), message);
}
