// In charge of where a store is: a SQLite file, or a PostgreSQL database. What is shown of it never holds a password.

import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export type Location = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };
export type DatabaseKind = Location['kind'];

export const DATABASE_FILE = 'sylva.db';
/** What is kept beside the store. */
export const CACHE_FOLDER = 'cache';
export const IMPORT_CACHE_FILE = 'import-cache.json';
const OF_DATA_FOLDER = [DATABASE_FILE, join(CACHE_FOLDER, IMPORT_CACHE_FILE)];

/** Whether a folder is one that the service keeps what it knows in. */
export function isDataFolder(folder: string): boolean {
  return OF_DATA_FOLDER.some((name) => existsSync(join(folder, name)));
}

/** All of them make the client verify the server in full, but it warns of those that say less. */
const VERIFIED = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|#|$)/;

/** `sqlite:PATH` or `postgres://…`; undefined for anything else. */
export function parseLocation(text: string): Location | undefined {
  const [, path] = /^sqlite:(.+)$/.exec(text) ?? [];
  if (path !== undefined && !path.startsWith('//')) return { kind: 'sqlite', path };
  if (!/^postgres(ql)?:\/\/./.test(text) || !URL.canParse(text)) return undefined;
  return { kind: 'postgres', url: /[?&]uselibpqcompat=/.test(text) ? text : text.replace(VERIFIED, '$1verify-full') };
}

export function locationOf({ data, database }: { data: string; database: Location | null }): Location {
  return database ?? { kind: 'sqlite', path: join(data, DATABASE_FILE) };
}

/** For people: which database it is, and nothing that lets anybody in. */
export function nameOf(location: Location): string {
  if (location.kind === 'sqlite') return location.path;
  const { hostname, port, pathname, searchParams } = new URL(location.url);
  const host = hostname || searchParams.get('host') || 'localhost';
  return `${host}:${port || searchParams.get('port') || 5432}${pathname}`;
}

/** A store that nobody has heard of may be that of a mistyped folder. */
export function madeNew(location: Location): string {
  const name = nameOf(location);
  if (location.kind === 'postgres') return `There was no store in ${name}: a new one was made.`;
  return `There was no store in ${dirname(name)}: a new one was made, ${resolve(name)}.`;
}

/** The same for the same database, also after its data folder was moved. */
export function identityOf(location: Location, dataFolder: string): string {
  return location.kind === 'sqlite' ? `sqlite:${relative(dataFolder, location.path)}` : `postgres:${nameOf(location)}`;
}

/** Any text that may be an address with a user and a password in it, however wrong, without them. */
export function withoutPassword(text: string): string {
  return text.replace(/^([a-z][a-z\d+.-]*:(?:\/\/)?)?.*@/is, '$1…@').replace(/(password=)[^&\s]*/gi, '$1…');
}
