// A real terminal, of a width of one's choosing: util-linux's script makes one.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SYLVA } from './sylva.ts';

/** What a command shows on it, with all its control characters; colours do not depend on where the tests run (CI, NO_COLOR). */
export async function onTerminal(
  words: string[],
  columns: number,
  env: NodeJS.ProcessEnv = {},
  expectedCode = 0,
): Promise<string> {
  const command = `stty cols ${columns} && ${[SYLVA, ...words].map((word) => `'${word}'`).join(' ')}`;
  const { PATH, HOME } = process.env;
  const options = { env: { PATH, HOME, TERM: 'xterm', ...env } };
  const { code = 0, stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], options).catch(
    (failure) => failure,
  );
  assert.equal(code, expectedCode, stdout);
  return stdout.replaceAll('\r\n', '\n');
}
