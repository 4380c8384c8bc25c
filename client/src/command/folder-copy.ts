// In charge of a copy in a folder: one file for a revision, put in place when it is whole and safe on the disk, so that
// whatever ends the process, the folder holds the revision before or the next.

import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { linesOf } from '../lines.ts';
import type { ExportedTree } from '../types.ts';

const WHOLE = /^trees-(r[1-9]\d*)\.ndjson$/;
const PART = /^trees-.+\.part$/;
const BUFFERED_CHARACTERS = 256 * 1024;

export class FolderCopy {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  fileOf(revision: string): string {
    return join(this.#folder, `trees-${revision}.ndjson`);
  }

  /** The newest that is there. What an earlier run left behind, whole or not, is taken away. */
  async open(): Promise<string | undefined> {
    await mkdir(this.#folder, { recursive: true });
    const revisions = (await this.#files()).flatMap((name) => WHOLE.exec(name)?.[1] ?? []);
    // By length first: a revision may have more digits than a number holds.
    const newest = revisions.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).at(-1);
    await this.#clear(newest);
    return newest;
  }

  /** A file beside the others, to be written line by line. */
  async begin(): Promise<Draft> {
    const path = join(this.#folder, `trees-${randomUUID()}.part`);
    return new Draft(path, await open(path, 'wx', 0o600));
  }

  /** From here on the copy is of this revision. */
  async put(draft: Draft, revision: string): Promise<void> {
    try {
      await draft.finish();
      await rename(draft.path, this.fileOf(revision));
    } catch (error) {
      await draft.discard();
      throw error;
    }
    await syncFolder(this.#folder);
    await this.#clear(revision);
  }

  /** The trees of a revision as lines, with those changed and added in their places. */
  async *merged(revision: string, changed: ReadonlyMap<string, ExportedTree | undefined>): AsyncGenerator<string> {
    const coming = [...changed].sort(([a], [b]) => (a < b ? -1 : 1));
    const decoder = new TextDecoder();
    for await (const bytes of linesOf(createReadStream(this.fileOf(revision)))) {
      const line = decoder.decode(bytes);
      const { slug } = JSON.parse(line) as ExportedTree;
      while (coming[0] && coming[0][0] < slug) yield* lineOf(coming.shift()?.[1]);
      if (!changed.has(slug)) yield line;
    }
    for (const [, tree] of coming) yield* lineOf(tree);
  }

  async #files(): Promise<string[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  /** Leaves nothing of its own but the file of one revision. */
  async #clear(revision: string | undefined): Promise<void> {
    for (const name of await this.#files()) {
      const isOther = WHOLE.test(name) && name !== `trees-${revision}.ndjson`;
      if (isOther || PART.test(name)) await rm(join(this.#folder, name), { force: true });
    }
  }
}

function* lineOf(tree: ExportedTree | undefined): Generator<string> {
  if (tree) yield JSON.stringify(tree);
}

export class Draft {
  readonly path: string;
  readonly #file: FileHandle;
  #buffered = '';

  constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  async write(line: string): Promise<void> {
    this.#buffered += `${line}\n`;
    if (this.#buffered.length >= BUFFERED_CHARACTERS) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    await this.#file.sync();
    await this.#file.close();
  }

  async discard(): Promise<void> {
    await this.#file.close();
    await rm(this.path, { force: true });
  }

  async #flush(): Promise<void> {
    await this.#file.writeFile(this.#buffered);
    this.#buffered = '';
  }
}

/** A name is safe on the disk when its folder is. Windows opens no folders, and needs none of it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
