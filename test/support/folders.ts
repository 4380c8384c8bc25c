// Temporary folders that vanish with their test.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
export function writeFiles(context: Pick<TestContext, 'after'>, files: Record<string, string | Uint8Array>): string {
  const folder = temporaryFolder(context);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
