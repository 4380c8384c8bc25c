// Darwin Core Archives as a reader that is not ours sees them.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('read-archives.py', import.meta.url));

export interface ReadArchive {
  files: string[];
  dates: string[];
  /** By the kind of their rows; each row by its terms, and by `id`. */
  tables: Record<string, Record<string, string>[]>;
  title: string;
  rights: string;
  link: string | null;
  contact: string[];
}

/** What reads the archive at a path. */
export function archiveReader(t: TestContext): (path: string) => Promise<ReadArchive> {
  const python = spawn('python3', [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(async () => {
    python.stdin.end();
    if (python.exitCode === null) await once(python, 'exit');
  });
  const lines = createInterface(python.stdout)[Symbol.asyncIterator]();
  return async (path) => {
    python.stdin.write(`${path}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`Python could not read ${path}.`);
    return JSON.parse(value);
  };
}

/** The rows of a table with the last parts of their terms, without what is blank. */
export function rowsOf({ tables }: ReadArchive, kind: string): Record<string, string>[] {
  const [, rows = []] = Object.entries(tables).find(([rowType]) => rowType.endsWith(`/${kind}`)) ?? [];
  return rows.map((row) => {
    const cells = Object.entries(row).filter(([, cell]) => cell !== '');
    return Object.fromEntries(cells.map(([term, cell]) => [term.slice(term.lastIndexOf('/') + 1), cell]));
  });
}
