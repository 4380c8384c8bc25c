// Finds the files of a source that is a folder: those of trees, and the few that belong to the source as a whole. Everything that is
// skipped is told.

import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, extname, join, sep } from 'node:path';
import { isDataFolder } from '../../config/location.ts';
import { kindOfFile, reason, type SourceFile } from './files.ts';
import type { Findings } from './findings.ts';

/** At the top of a folder; the first that there is counts. */
export const FAMILIES_FILES = ['families.yaml', 'families.yml'];
/** Likewise. */
export const REGIONS_FILE = 'regions.geojson';
export const SIDE_FILES = [...FAMILIES_FILES, REGIONS_FILE];
export const SCHEMA_FILE = 'front-matter.schema.json';

/** What somebody may take for content that is read. */
const LOOKS_LIKE_CONTENT =
  /\.(?:markdown|mdown|mkdn?|mdwn|txt|rst|html?|csv|tsv|json|ndjson|jsonl|ya?ml|toml|xml|geojson|topojson|xlsx?|ods|docx?|odt|zip)$/i;

function isMarkdown(path: string): boolean {
  return /\.mdx?$/i.test(path);
}

/** In the order of their names. `sources` are the endings of files that are published by themselves. */
export function treeFilesIn(folder: string, findings: Findings, sources: string[]): SourceFile[] {
  const root = realpathSync(folder);
  const files: SourceFile[] = [];
  const visit = (path: string, name: string) => {
    for (const item of itemsIn(path, name, findings)) {
      const child = { path: join(path, item.name), name: name ? `${name}/${item.name}` : item.name };
      if (isPassedOver(child, item, findings)) continue;
      const kind = item.isSymbolicLink() ? kindOfLink(child, root, findings, !isMarkdown(item.name)) : item;
      if (kind?.isDirectory()) visit(child.path, child.name);
      else if (kind && isTreeFile(child, kind, findings, sources)) files.push(child);
    }
  };
  visit(root, '');
  return files;
}

function itemsIn(path: string, name: string, findings: Findings): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    findings.error('unreadable', { file: name || path, line: null }, `The folder cannot be read: ${reason(error)}.`);
    return [];
  }
}

function isPassedOver({ path, name }: SourceFile, item: Dirent, findings: Findings): boolean {
  const why = passedOver(path, item);
  if (why) findings.passOver({ file: name, line: null }, why);
  return why !== undefined;
}

/** Why what stands there is not looked at, with all that is in it. */
export function passedOver(path: string, item: Dirent): string | undefined {
  if (item.name.startsWith('.')) return 'It is hidden.';
  if (item.name === 'node_modules') return 'It holds packages of a program.';
  return item.isDirectory() && isDataFolder(path) ? 'It is where the service keeps what it knows.' : undefined;
}

/** What a link leads to: a file inside the source, or outside if it is not read; folders are read where they are. */
export function kindOfLink(
  { path, name }: SourceFile,
  root: string,
  findings: Findings,
  mayLeave = false,
): Stats | undefined {
  try {
    const target = realpathSync(path);
    const kind = statSync(target);
    const isInside = target === root || target.startsWith(root + sep);
    if (!kind.isDirectory() && (isInside || mayLeave)) return kind;
    const message = isInside
      ? 'The link leads to a folder of this source, which is read where it is.'
      : `The link leads out of the source, to ${target}. Content is read from inside it: copy what is meant.`;
    findings.error('no-plain-file', { file: name, line: null }, message);
  } catch (error) {
    findings.error('unreadable', { file: name, line: null }, `The link cannot be followed: ${reason(error)}.`);
  }
  return undefined;
}

function isTreeFile({ name }: SourceFile, kind: Dirent | Stats, findings: Findings, sources: string[]): boolean {
  if (!isMarkdown(name)) {
    reportOther(name, findings, sources);
    return false;
  }
  if (/^readme\.mdx?$/i.test(basename(name))) {
    findings.passOver({ file: name, line: null }, 'It is about the files beside it.');
    return false;
  }
  if (kind.isFile()) return true;
  const message = `This is ${kindOfFile(kind)}. Content is read from plain files.`;
  findings.error('no-plain-file', { file: name, line: null }, message);
  return false;
}

function reportOther(name: string, findings: Findings, sources: string[]): void {
  if (basename(name) === SCHEMA_FILE || SIDE_FILES.includes(name)) return;
  if (!LOOKS_LIKE_CONTENT.test(name)) findings.passOver({ file: name, line: null }, 'It is no Markdown or MDX file.');
  else
    findings.warn(
      'passed-over',
      { file: name, line: null },
      `Of a folder, only .md and .mdx files are read, and ${FAMILIES_FILES[0]} and ${REGIONS_FILE} at its top. ${adviceFor(name, sources)}`,
    );
}

function adviceFor(name: string, sources: string[]): string {
  const extension = extname(name).toLowerCase();
  if (sources.includes(extension)) return 'A table is published by itself: sylva publish FILE.';
  return /^\.(?:markdown|mdown|mkdn?|mdwn)$/.test(extension)
    ? 'Rename it to .md if it is a tree.'
    : 'It is passed over.';
}

/** The first of some names that there is, unless it is a link that leads out. */
export function sideFileIn(folder: string, names: string[], findings: Findings): SourceFile | undefined {
  const [first, ...others] = names
    .map((name) => ({ path: join(folder, name), name }))
    .filter(({ path }) => lstatSync(path, { throwIfNoEntry: false }));
  const message = `${first?.name} stands beside it and is read in its place.`;
  for (const { name } of others) findings.warn('passed-over', { file: name, line: null }, message);
  const isLink = first && lstatSync(first.path).isSymbolicLink();
  return isLink && !kindOfLink(first, realpathSync(folder), findings) ? undefined : first;
}
