// Opens the files of an archive, be it a ZIP file, a folder or a single file, to read each in chunks.

import { closeSync, type Dirent, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { kindOfFile, type SourceFile } from '../../../source/files.ts';
import { SIDE_FILES } from '../../../source/folder.ts';
import { ZipError, ZipFile } from './zip.ts';

/** Describes a Catalogue of Life Data Package. Its tables may stand in a folder of their own. */
export const METADATA = /(?:^|\/)metadata\.ya?ml$/i;

export interface Members {
  /** By the names of files inside the archive. */
  sizes: Map<string, number>;
  /** Why others are no files of an archive, by name. */
  others: Map<string, string>;
  chunks(name: string): Iterable<Uint8Array>;
  close(): void;
}

const STEP_BYTES = 65_536;
export const META = 'meta.xml';

/** Throws what Node does if a file cannot be read, and a ZipError if it is none of an archive. */
export function openMembers({ path, name }: SourceFile, stats: Stats): Members {
  if (stats.isDirectory()) return openFolder(path);
  // Opening a pipe would wait for somebody to write into it.
  if (!stats.isFile()) throw new ZipError(`This is ${kindOfFile(stats)}. Archives are read from plain files.`);
  if (/\.zip$/i.test(path)) return openZip(path);
  return { sizes: new Map([[name, stats.size]]), others: new Map(), chunks: () => fileChunks(path), close: () => {} };
}

const NO_PLAIN_FILE = 'It is a link, or no plain file. Archives are read from plain files: put a copy in its place.';

function openFolder(folder: string): Members {
  const nameOf = ({ parentPath, name }: Dirent) => relative(folder, join(parentPath, name)).split(sep).join('/');
  // Side files belong to a source of any kind, and are read by themselves.
  const isOfArchive = (item: Dirent) => !item.isDirectory() && !SIDE_FILES.includes(nameOf(item));
  const items = readdirSync(folder, { withFileTypes: true, recursive: true }).filter(isOfArchive);
  const files = items.filter((item) => item.isFile()).map(nameOf);
  return {
    sizes: new Map(files.map((name) => [name, statSync(join(folder, name)).size])),
    others: new Map(items.filter((item) => !item.isFile()).map((item) => [nameOf(item), NO_PLAIN_FILE])),
    chunks: (name) => fileChunks(join(folder, name)),
    close: () => {},
  };
}

export function* fileChunks(path: string): Generator<Uint8Array> {
  const handle = openSync(path, 'r');
  try {
    for (;;) {
      const bytes = Buffer.allocUnsafe(STEP_BYTES);
      const read = readSync(handle, bytes);
      if (read === 0) return;
      yield bytes.subarray(0, read);
    }
  } finally {
    closeSync(handle);
  }
}

/** What operating systems add to archives. */
const FOREIGN = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/;

/** All files may stand in one folder. */
function openZip(path: string): Members {
  const zip = new ZipFile(path);
  try {
    const { foreign = [], members = [] } = Object.groupBy(zip.members, ({ name }) =>
      FOREIGN.test(name) ? 'foreign' : 'members',
    );
    const others = new Map(foreign.map(({ name }) => [name, 'The operating system put it there.']));
    const prefix = prefixOf(members.map(({ name }) => name));
    const sizes = new Map(members.map(({ name, bytes }) => [name.slice(prefix.length), bytes]));
    return { sizes, others, chunks: (name) => zip.chunks(prefix + name), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function prefixOf(names: string[]): string {
  const metas = names.filter((name) => basename(name) === META);
  if (metas.length > 1)
    throw new ZipError(`It holds several archives (${metas.slice(0, 5).join(', ')}): pack each by itself.`);
  const folders = new Set(names.map((name) => name.slice(0, name.lastIndexOf('/') + 1)));
  if (metas.length === 1) return metas[0].slice(0, -META.length);
  const packages = names.filter((name) => METADATA.test(name));
  if (packages.length === 1) return packages[0].slice(0, packages[0].lastIndexOf('/') + 1);
  if (folders.size > 1) throw new ZipError(`It has several folders and no ${META} that says which file is the core.`);
  return [...folders][0] ?? '';
}
