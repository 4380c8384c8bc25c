// Temporary folders that vanish with their test.

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

export function temporaryFolder(context: Pick<TestContext, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sylva-test-'));
  // A server that is not yet ended may still be writing into it.
  context.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}

/** Writes files by their relative paths; returns the folder. */
export function writeFiles(context: TestContext, files: Record<string, string | Uint8Array>): string {
  const folder = temporaryFolder(context);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Has a data folder made once for a test file, and gives each test a copy: for what takes long to make. */
export function copiesOf<T extends { data: string }>(make: (t: TestContext) => Promise<T>): typeof make {
  let first: Promise<T> | undefined;
  const keep = async (t: TestContext): Promise<T> => {
    const made = await make(t);
    const data = mkdtempSync(join(tmpdir(), 'sylva-test-'));
    process.once('exit', () => rmSync(data, { recursive: true, force: true }));
    cpSync(made.data, data, { recursive: true });
    return { ...made, data };
  };
  return async (t) => {
    first ??= keep(t);
    const data = temporaryFolder(t);
    cpSync((await first).data, data, { recursive: true });
    return { ...(await first), data };
  };
}
