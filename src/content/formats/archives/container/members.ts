// Opens the files of an archive, be it a ZIP file, a folder or a single file. Each is read in chunks.

import { closeSync, type Dirent, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { kindOfFile, type SourceFile } from '../../../source/files.ts';
import { SIDE_FILES } from '../../../source/folder.ts';
import { ZipError, ZipFile } from './zip.ts';

/** Beside the tables of a Catalogue of Life Data Package, which may stand in a folder of their own. */
export const METADATA = /(?:^|\/)metadata\.ya?ml$/i;

export interface Members {
  /** Files by their names inside the archive, with their sizes. */
  sizes: Map<string, number>;
  /** What is no file of an archive, by name, and why. */
  others: Map<string, string>;
  chunks(name: string): Iterable<Uint8Array>;
  close(): void;
}

const STEP_BYTES = 65_536;
export const META = 'meta.xml';

/** Throws what Node does where a file cannot be read, and a ZipError where it is none of an archive. */
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
  // What belongs to a source of any kind is read by itself.
  const isOfArchive = (item: Dirent) => !item.isDirectory() && !SIDE_FILES.includes(nameOf(item));
  const items = readdirSync(folder, { withFileTypes: true, recursive: true }).filter(isOfArchive);
  const sizeOf = ({ parentPath, name }: Dirent) => statSync(join(parentPath, name)).size;
  return {
    sizes: new Map(items.filter((item) => item.isFile()).map((item) => [nameOf(item), sizeOf(item)])),
    others: new Map(items.filter((item) => !item.isFile()).map((item) => [nameOf(item), NO_PLAIN_FILE])),
    chunks: (name) => fileChunks(join(folder, name)),
    close: () => {},
  };
}

function* fileChunks(path: string): Generator<Uint8Array> {
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

/** Everything may stand in one folder, as people pack it; in several, nobody knows which is meant. */
function openZip(path: string): Members {
  const zip = new ZipFile(path);
  try {
    const members = zip.members.filter(({ name }) => !FOREIGN.test(name));
    const foreign = zip.members.filter(({ name }) => FOREIGN.test(name));
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
