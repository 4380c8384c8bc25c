// Sources of content made for a test, and their findings in short.

import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { stringify } from 'yaml';
import { type Content, type ReadOptions, readSource } from '../../src/content/read.ts';
import type { Finding } from '../../src/content/source/finding.ts';
import type { Tree } from '../../src/domain/tree.ts';
import { writeFiles } from './folders.ts';

export const OAK = { title: 'Oak', scientificName: 'Quercus robur', family: 'Fagaceae', description: 'A tree.' };
export const OAK_LINES = Object.entries(OAK).map(([key, value]) => `${key}: ${value}`);

export function page(lines: string[], body = ''): string {
  return `---\n${lines.join('\n')}\n---\n${body}`;
}

/** The page of an oak that says something else as well. */
export function oakPage(fields: Record<string, unknown> = {}, body = ''): string {
  return `---\n${stringify({ ...OAK, ...fields })}---\n${body}`;
}

export type WholeContent = Omit<Content, 'trees'> & { trees: Tree[] };

/** Reads everything, and keeps all trees. */
export function readAll(source: string, options: Partial<ReadOptions<Tree>> = {}): WholeContent {
  return readSource(source, { defaultLocale: 'en', keep: (tree) => tree, ...options }) as WholeContent;
}

/** Reads a folder of these files or, where there is only one and it is a table, that. */
export function readFiles(t: TestContext, files: Record<string, string | Uint8Array>): WholeContent {
  const [name, ...others] = Object.keys(files);
  const isTable = others.length === 0 && /^[^/]+\.(?:csv|json|ndjson)$/.test(name);
  return readAll(join(writeFiles(t, files), isTable ? name : ''));
}

export function csv(rows: string[][], separator = ',', newline = '\n'): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return rows.map((row) => row.map(cell).join(separator)).join(newline) + newline;
}

/** Such as `bad-month en/oak.md:6 floweringSeason`. */
export function found(findings: Finding[]): string[] {
  return findings.map(({ code, file, line, field }) => `${code} ${file}:${line} ${field}`);
}
