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
  const fields = readFrontMatter(file, matter[1] ?? '', context);
  return fields && toEntry(file, matter[0], text.slice(matter[0].length), fields, context);
}

function readFrontMatter(file: string, yaml: string, { findings }: SourceContext): Map<string, Authored> | undefined {
  const { value, problems } = parseYaml(yaml);
  for (const { line, message } of problems) {
    findings.error('broken-yaml', { file, line: line + 1 }, `The front matter is not valid YAML: ${message}`);
  }
  if (problems.length > 0) return undefined;
  if (!isObject(value ?? {})) {
    findings.error('broken-yaml', { file, line: 2 }, 'The front matter must be a list of fields, each as name: value.');
    return undefined;
  }
  return new Map(Object.entries(value ?? {}).map(([key, each]) => [key, { key, value: each }]));
}

function toEntry(
  file: string,
  matter: string,
  body: string,
  fields: Map<string, Authored>,
  context: SourceContext,
): Entry | undefined {
  const lineOf = (key: string) => lineOfKey(matter, key);
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

function lineOfKey(matter: string, key: string): number {
  const index = matter.split('\n').findIndex((line) => {
    const start = /^["']?/.exec(line)?.[0].length ?? 0;
    return line.startsWith(key, start) && /^["']?\s*:/.test(line.slice(start + key.length));
  });
  return index === -1 ? 1 : index + 1;
}
