// In charge of Markdown and MDX files: one file is one tree in one language, its facts in the YAML front matter.

import { basename, dirname, extname } from 'node:path';
import { isLocale, type Locale } from '../vocabulary.ts';
import { type Authored, type Entry, isBlank, type SourceContext } from './entry.ts';
import { isObject } from './fields.ts';
import { checkLocale, checkSlug } from './slug.ts';
import { parseYaml } from './yaml.ts';

const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
const NAME = /^(?<slug>.*?)(?:\.(?<locale>[a-z]{2}))?$/i;

export function isMarkdown(path: string): boolean {
  return /\.mdx?$/i.test(path) && !/^readme\.mdx?$/i.test(basename(path));
}

export function readMarkdown(file: string, text: string, context: SourceContext): Entry | undefined {
  const matter = FRONT_MATTER.exec(text);
  if (!matter) {
    const message = 'The file has no front matter: it must begin with a line ---, the fields, and another line ---.';
    context.findings.error('no-front-matter', { file, line: 1 }, message);
    return undefined;
  }
  const front = readFrontMatter(file, matter[1] ?? '', context);
  return front && toEntry(file, front, text.slice(matter[0].length), context);
}

interface FrontMatter {
  fields: Map<string, Authored>;
  lineOf(key: string): number;
}

function readFrontMatter(file: string, yaml: string, { findings }: SourceContext): FrontMatter | undefined {
  const { value, problems, lines } = parseYaml(yaml);
  for (const { line, message } of problems) {
    findings.error('broken-yaml', { file, line: line + 1 }, `The front matter is not valid YAML: ${message}`);
  }
  if (problems.length > 0) return undefined;
  if (!isObject(value ?? {})) {
    findings.error('broken-yaml', { file, line: 2 }, 'The front matter must be a list of fields, each as name: value.');
    return undefined;
  }
  const fields = new Map(Object.entries(value ?? {}).map(([key, each]) => [key, { key, value: each }]));
  return { fields, lineOf: (key) => (lines.get(key) ?? 0) + 1 };
}

function toEntry(
  file: string,
  { fields, lineOf }: FrontMatter,
  body: string,
  context: SourceContext,
): Entry | undefined {
  const { slug: nameSlug, locale: nameLocale } = NAME.exec(basename(file, extname(file)))?.groups ?? {};
  const place = (field: string) => ({ file, line: fields.has(field) ? lineOf(field) : 1, field });

  const slug = checkSlug(given(fields, 'slug') ?? nameSlug, place('slug'), context);
  const authoredLocale = given(fields, 'locale') ?? nameLocale ?? localeOfPath(file);
  const locale = checkLocale(authoredLocale ?? basename(dirname(file)), place('locale'), context);
  if (slug === undefined || locale === undefined) return undefined;

  fields.delete('slug');
  fields.delete('locale');
  if (body.trim() !== '') {
    fields.set('body', { key: 'body', value: body.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd() });
    fields.set('bodyFormat', { key: 'bodyFormat', value: /\.mdx$/i.test(file) ? 'mdx' : 'markdown' });
  }
  return { slug, locale, file, line: 1, ownFile: true, fields, lineOf };
}

function given(fields: Map<string, Authored>, key: string): unknown {
  const value = fields.get(key)?.value;
  return isBlank(value) ? undefined : value;
}

/** The nearest folder that is named like a language. */
function localeOfPath(file: string): Locale | undefined {
  const folders = dirname(file).split(/[\\/]/);
  return folders.reverse().find((folder) => isLocale(folder)) as Locale | undefined;
}
