// Finds and parses the settings file. Returns problems instead of throwing, so that all are reported together.

import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { parse, type TomlError } from 'smol-toml';

const { O_RDONLY, O_NONBLOCK } = constants;

export const FILE_NAME = 'sylva.toml';

export interface FileEntry {
  /** `other` is what no setting can be, such as a table or a date. */
  kind: 'text' | 'list' | 'other';
  text: string;
  place: string;
}

export interface SettingsFile {
  path: string | null;
  entries: Map<string, FileEntry>;
  problems: string[];
}

export const NO_FILE: SettingsFile = { path: null, entries: new Map(), problems: [] };

const MAX_BYTES = 1024 * 1024;

/** What a shell makes of `<(…)`, and standard input. */
const HANDED_OVER = /^\/(?:dev|proc\/self)\/(?:fd\/\d+|stdin)$/;

/** A file that is named, or was read `before`, must exist; the one in the working folder need not. */
export function readSettingsFile(named: string | undefined, before = NO_FILE): SettingsFile {
  const path = named ?? FILE_NAME;
  const isAgain = before.path !== null;
  if (named === undefined && !isAgain && !existsSync(path)) return NO_FILE;
  try {
    if (named === undefined) assertOurs(path, lstatSync(path));
    return { ...NO_FILE, path, entries: parseFile(path, readPlain(path, named !== undefined, isAgain)) };
  } catch (error) {
    return { ...NO_FILE, path, problems: [explain(path, error as Error)] };
  }
}

class Refused extends Error {}

/** Opens regular files only, so that a running server never waits. */
function readPlain(path: string, isNamed: boolean, isAgain: boolean): string {
  const isHandedOver = HANDED_OVER.test(path);
  const file = openSync(path, isHandedOver && !isAgain ? O_RDONLY : O_RDONLY | O_NONBLOCK);
  try {
    const entry = fstatSync(file);
    if (isHandedOver && entry.isFIFO()) {
      if (isAgain) throw new Refused(`The settings file ${path} is a pipe, which can be read only once.`);
    } else if (!entry.isFile()) throw new Refused(`The settings file ${path} is no plain file.`);
    if (!isNamed) assertOurs(path, entry);
    return readWhole(path, file);
  } finally {
    closeSync(file);
  }
}

function readWhole(path: string, file: number): string {
  const bytes = Buffer.alloc(MAX_BYTES + 1);
  let length = 0;
  for (let read = -1; read !== 0; length += read) read = readSync(file, bytes, length, bytes.length - length, null);
  if (length <= MAX_BYTES) return bytes.toString('utf8', 0, length);
  throw new Refused(`The settings file ${path} is larger than a settings file may be, ${MAX_BYTES} bytes.`);
}

/** Files of other users, as in /tmp, are not trusted. A link counts as its target. */
function assertOurs(path: string, entry: Stats): void {
  const isOthers = ![0, process.geteuid?.()].includes(entry.uid);
  const isOpen = !entry.isSymbolicLink() && (entry.mode & 0o002) !== 0;
  if (!isOthers && !isOpen) return;
  const why = isOthers
    ? `belongs to another user (${entry.uid})`
    : 'is not believed, because everybody may write to it';
  throw new Refused(`${path} in the working folder ${why}: name it with --config ${path} if you trust it.`);
}

function parseFile(path: string, toml: string): Map<string, FileEntry> {
  const lines = linesOf(toml);
  return new Map(
    Object.entries(parse(toml)).map(([name, value]) => [name, entryOf(value, `${path}:${lines.get(name) ?? 0}`)]),
  );
}

function entryOf(value: unknown, place: string): FileEntry {
  if (isPlain(value)) return { kind: 'text', text: String(value), place };
  if (Array.isArray(value) && value.every(isPlain)) return { kind: 'list', text: value.join(','), place };
  return { kind: 'other', text: JSON.stringify(value), place };
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

const NAME = /^\s*(?:\[\s*)?(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*[=.\]]/;

/** The line of each name's first occurrence, which the parser doesn't report. */
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
  if (error instanceof Refused) return error.message;
  if ('line' in error) {
    const [message] = error.message.replace('Invalid TOML document: ', '').split('\n');
    return `${path}:${error.line} is not TOML: ${message}.`;
  }
  if (error.code === 'ENOENT') return `There is no settings file ${path}.`;
  return `The settings file ${path} cannot be read: ${error.message}.`;
}
