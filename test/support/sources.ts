// Sources of content made for a test, and their findings in short.

import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { stringify } from 'yaml';
import { type Content, readSource } from '../../src/content/read.ts';
import type { Finding } from '../../src/content/source-context.ts';
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

/** Reads a folder of these files or, where there is only one and it is a table, that. */
export function readFiles(t: TestContext, files: Record<string, string | Uint8Array>): Content {
  const [name, ...others] = Object.keys(files);
  const isTable = others.length === 0 && /^[^/]+\.(?:csv|json|ndjson)$/.test(name);
  return readSource(join(writeFiles(t, files), isTable ? name : ''), 'en');
}

export function csv(rows: string[][], separator = ',', newline = '\n'): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return rows.map((row) => row.map(cell).join(separator)).join(newline) + newline;
}

/** Such as `bad-month en/oak.md:6 floweringSeason`. */
export function found(findings: Finding[]): string[] {
  return findings.map(({ code, file, line, field }) => `${code} ${file}:${line} ${field}`);
}
