// In charge of the settings file: found, read as TOML, each entry with its line. What is wrong with it is told, not thrown,
// so that it can be told together with what else is wrong.

import { closeSync, existsSync, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { createRequire } from 'node:module';
import type { TomlError } from 'smol-toml';

export const FILE_NAME = 'sylva.toml';

export interface Entry {
  /** `other` is what no setting can be, such as a table or a date. */
  kind: 'text' | 'list' | 'other';
  text: string;
  /** Such as `sylva.toml:3`. */
  place: string;
}

export interface SettingsFile {
  /** Null where there is none. */
  path: string | null;
  entries: Map<string, Entry>;
  problems: string[];
}

export const NO_FILE: SettingsFile = { path: null, entries: new Map(), problems: [] };

/** A file that was named must be there; the one in the working folder need not. */
export function readSettingsFile(named: string | undefined): SettingsFile {
  const path = named ?? FILE_NAME;
  if (named === undefined && !existsSync(path)) return NO_FILE;
  try {
    return { ...NO_FILE, path, entries: parseFile(path, named ? readFileSync(path, 'utf8') : readUnnamed(path)) };
  } catch (error) {
    return { ...NO_FILE, path, problems: [explain(path, error as Error)] };
  }
}

class Distrust extends Error {}

/** Whoever works in a folder of others, such as /tmp, takes no settings from them. A link counts as its target does. */
function readUnnamed(path: string): string {
  assertOurs(lstatSync(path));
  const file = openSync(path, 'r');
  try {
    const entry = fstatSync(file);
    assertOurs(entry);
    if (entry.mode & 0o002) throw new Distrust('is not believed, because everybody may write to it');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function assertOurs({ uid }: Stats): void {
  if (![0, process.geteuid?.()].includes(uid)) throw new Distrust(`belongs to another user (${uid})`);
}

/** The parser is loaded only where there is a file: most starts have none to wait for. */
function parseFile(path: string, toml: string): Map<string, Entry> {
  const { parse } = createRequire(import.meta.url)('smol-toml') as typeof import('smol-toml');
  const lines = linesOf(toml);
  return new Map(
    Object.entries(parse(toml)).map(([name, value]) => [name, entryOf(value, `${path}:${lines.get(name) ?? 0}`)]),
  );
}

function entryOf(value: unknown, place: string): Entry {
  if (isPlain(value)) return { kind: 'text', text: String(value), place };
  if (Array.isArray(value) && value.every(isPlain)) return { kind: 'list', text: value.join(','), place };
  return { kind: 'other', text: JSON.stringify(value), place };
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

const NAME = /^\s*(?:\[\s*)?(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*[=.\]]/;

/** Where each name stands first. The parser does not tell where it found a value. */
function linesOf(toml: string): Map<string, number> {
  const lines = new Map<string, number>();
  for (const [index, line] of toml.split('\n').entries()) {
    const [, quoted, literal, bare] = NAME.exec(line) ?? [];
    const name = quoted ?? literal ?? bare;
    if (name !== undefined && !lines.has(name)) lines.set(name, index + 1);
  }
  return lines;
}

function explain(path: string, error: NodeJS.ErrnoException | TomlError): string {
  if (error instanceof Distrust)
    return `${path} in the working folder ${error.message}: name it with --config ${path} if you trust it.`;
  if ('line' in error) {
    const [message] = error.message.replace('Invalid TOML document: ', '').split('\n');
    return `${path}:${error.line} is not TOML: ${message}.`;
  }
  if (error.code === 'ENOENT') return `There is no settings file ${path}.`;
  return `The settings file ${path} cannot be read: ${error.message}.`;
}
