// In charge of a whole source: reads it, checks it, and returns its trees with everything there is to say about them.

import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { nearest } from '../suggest.ts';
import type { Tree } from '../tree.ts';
import { fold, type Locale } from '../vocabulary.ts';
import { readCsv } from './csv.ts';
import { readBytes, readText } from './decode.ts';
import { type Entry, placeOf, type SourceContext } from './entry.ts';
import { type FamilyNames, readFamilies } from './families.ts';
import { FIELD_NAMES, isField } from './fields.ts';
import { type Finding, Findings } from './findings.ts';
import { readJson, readNdjson } from './json.ts';
import { isMarkdown, readMarkdown } from './markdown.ts';
import { mergeEntries } from './merge.ts';

export interface Content {
  trees: Tree[];
  families: FamilyNames;
  errors: Finding[];
  warnings: Finding[];
}

export type Progress = (step: string, done: number, total: number) => void;

export function readSource(source: string, defaultLocale: Locale, progress: Progress = () => {}): Content {
  const context: SourceContext = { defaultLocale, findings: new Findings() };
  const kind = statSync(source, { throwIfNoEntry: false });
  if (!kind) {
    context.findings.error('unreadable', { file: source, line: null }, 'There is no such file or folder.');
    return report([], new Map(), context);
  }
  const folder = kind.isDirectory() ? source : dirname(source);
  const entries = kind.isDirectory() ? readFolder(source, context, progress) : readFile(source, context);
  const trees = toTrees(entries, context, progress);
  return report(trees, readFamilies(folder, context.findings), context);
}

function report(trees: Tree[], families: FamilyNames, { findings }: SourceContext): Content {
  return { trees, families, errors: findings.errors, warnings: findings.warnings };
}

function readFolder(folder: string, context: SourceContext, progress: Progress): Entry[] {
  const files = markdownFiles(folder, context).sort();
  if (files.length === 0) {
    const message = 'The folder holds no Markdown or MDX file of a tree.';
    context.findings.error('empty-source', { file: folder, line: null }, message);
  }
  return files.flatMap((path, index) => {
    progress('reading', index + 1, files.length);
    const file = relative(folder, path);
    const text = readText(path, file, context.findings);
    const entry = text === undefined ? undefined : readMarkdown(file, text, context);
    return entry ? [entry] : [];
  });
}

function markdownFiles(folder: string, { findings }: SourceContext): string[] {
  const files: string[] = [];
  const visit = (path: string) => {
    for (const item of readdirSync(path, { withFileTypes: true })) {
      if (item.name.startsWith('.') || item.name === 'node_modules') continue;
      const child = join(path, item.name);
      const stat = statSync(child, { throwIfNoEntry: false });
      if (stat?.isDirectory()) visit(child);
      else if (isMarkdown(child)) files.push(child);
    }
  };
  try {
    visit(folder);
  } catch (error) {
    const { path = folder, message } = error as NodeJS.ErrnoException;
    findings.error('unreadable', { file: path, line: null }, `The folder cannot be read: ${message}.`);
  }
  return files;
}

function readFile(path: string, context: SourceContext): Entry[] {
  const file = basename(path);
  const extension = extname(path).toLowerCase();
  const { findings } = context;
  if (!['.csv', '.json', '.ndjson'].includes(extension)) {
    findings.error('unreadable', { file, line: null }, 'A source is a folder, or a .csv, .json or .ndjson file.');
    return [];
  }
  const before = findings.errors.length;
  const entries = extension === '.ndjson' ? readLines(path, file, context) : readWhole(path, file, extension, context);
  if (entries.length === 0 && findings.errors.length === before) {
    findings.error('empty-source', { file, line: null }, 'The file holds no tree.');
  }
  return entries;
}

function readLines(path: string, file: string, context: SourceContext): Entry[] {
  const bytes = readBytes(path, file, context.findings);
  return bytes ? readNdjson(file, bytes, context) : [];
}

function readWhole(path: string, file: string, extension: string, context: SourceContext): Entry[] {
  const text = readText(path, file, context.findings);
  if (text === undefined) return [];
  return extension === '.csv' ? readCsv(file, text, context) : readJson(file, text, context);
}

function toTrees(entries: Entry[], context: SourceContext, progress: Progress): Tree[] {
  const bySlug = Map.groupBy(entries, (entry) => entry.slug);
  const trees: Tree[] = [];
  let done = 0;
  for (const group of bySlug.values()) {
    progress('checking', ++done, bySlug.size);
    for (const entry of group) reportUnknownKeys(entry, context);
    const tree = mergeEntries(firstOfEachLanguage(group, context), context);
    if (tree) trees.push(tree);
  }
  reportSharedNames(trees, bySlug, context);
  return trees;
}

function firstOfEachLanguage(group: Entry[], { findings }: SourceContext): Entry[] {
  const first = new Map<Locale, Entry>();
  for (const entry of group) {
    const earlier = first.get(entry.locale);
    if (!earlier) first.set(entry.locale, entry);
    else {
      const message = `The slug ${entry.slug} is already taken in this language by ${earlier.file} line ${earlier.line}.`;
      findings.error('duplicate-slug', { file: entry.file, line: entry.lineOf('slug'), field: 'slug' }, message);
    }
  }
  return [...first.values()];
}

const KNOWN_KEYS = [...FIELD_NAMES, 'slug', 'locale'];

function reportUnknownKeys(entry: Entry, { findings }: SourceContext): void {
  for (const [name] of entry.fields) {
    if (isField(name)) continue;
    const known = nearest(name, KNOWN_KEYS);
    if (known)
      findings.warn('unknown-key', placeOf(entry, name), `${name} is not a known field. Did you mean ${known}?`);
  }
}

function reportSharedNames(trees: Tree[], bySlug: Map<string, Entry[]>, { findings }: SourceContext): void {
  for (const group of Map.groupBy(trees, (tree) => fold(tree.scientificName)).values()) {
    const [first, ...others] = group;
    for (const other of others) {
      const entry = bySlug.get(other.slug)?.[0] as Entry;
      const message = `${other.scientificName} is also the scientific name of ${first.slug}.`;
      findings.warn('duplicate-name', placeOf(entry, 'scientificName'), message);
    }
  }
}
