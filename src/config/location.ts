// Parses the location of a store: a SQLite file or a PostgreSQL database. What it shows never contains a password.

import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export type Location = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };
export type DatabaseKind = Location['kind'];

export const DATABASE_FILE = 'sylva.db';
export const CACHE_FOLDER = 'cache';
export const IMPORT_CACHE_FILE = 'import-cache.json';

export function isDataFolder(folder: string): boolean {
  return [DATABASE_FILE, join(CACHE_FOLDER, IMPORT_CACHE_FILE)].some((name) => existsSync(join(folder, name)));
}

/** All of these verify the server fully, but the client warns if they aren't spelled `verify-full`. */
const VERIFIED = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|#|$)/;

export function parseLocation(text: string): Location | undefined {
  const [, path] = /^sqlite:(.+)$/.exec(text) ?? [];
  if (path !== undefined && !path.startsWith('//')) return { kind: 'sqlite', path };
  if (!/^postgres(ql)?:\/\/./.test(text) || !URL.canParse(text)) return undefined;
  return { kind: 'postgres', url: /[?&]uselibpqcompat=/.test(text) ? text : text.replace(VERIFIED, '$1verify-full') };
}

export function locationOf({ data, database }: { data: string; database: Location | null }): Location {
  return database ?? { kind: 'sqlite', path: join(data, DATABASE_FILE) };
}

export function nameOf(location: Location): string {
  if (location.kind === 'sqlite') return location.path;
  const { hostname, port, pathname, searchParams } = new URL(location.url);
  const host = hostname || searchParams.get('host') || 'localhost';
  return `${host}:${port || searchParams.get('port') || 5432}${pathname}`;
}

/** Says that a store was created, because the folder may be mistyped. */
export function storeCreated(location: Location): string {
  const name = nameOf(location);
  if (location.kind === 'postgres') return `There was no store in ${name}: a new one was made.`;
  return `There was no store in ${dirname(name)}: a new one was made, ${resolve(name)}.`;
}

/** The same for the same database, even after its data folder was moved. */
export function identityOf(location: Location, dataFolder: string): string {
  return location.kind === 'sqlite' ? `sqlite:${relative(dataFolder, location.path)}` : `postgres:${nameOf(location)}`;
}

/** Removes user and password from any text that may be an address, however malformed. */
export function withoutPassword(text: string): string {
  return text.replace(/^([a-z][a-z\d+.-]*:(?:\/\/)?)?.*@/is, '$1…@').replace(/(password=)[^&\s]*/gi, '$1…');
}
