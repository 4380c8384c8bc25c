// A real terminal, of a width of one's choosing: util-linux's script makes one.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { SYLVA } from './sylva.ts';

interface Outcome {
  code: number;
  /** What it shows, with all its control characters. */
  shown: string;
}

/** What a command shows on it; colours do not depend on where the tests run (CI, NO_COLOR). */
export async function onTerminal(
  words: string[],
  columns: number,
  env: NodeJS.ProcessEnv = {},
  expectedCode = 0,
): Promise<string> {
  const { code, shown } = await talkOnTerminal(words, columns, {}, env);
  assert.equal(code, expectedCode, shown);
  return shown;
}

/** The same with a person at it, who answers the first time that a text is shown. */
export function talkOnTerminal(
  words: string[],
  columns: number,
  answers: Record<string, string>,
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const command = `stty cols ${columns} && ${[SYLVA, ...words].map((word) => `'${word}'`).join(' ')}`;
  const { PATH, HOME } = process.env;
  return new Promise((resolve) => {
    const options = { env: { PATH, HOME, TERM: 'xterm', ...env } };
    const child = execFile('script', ['-qec', command, '/dev/null'], options, (error, stdout) => {
      resolve({ code: Number(error?.code ?? 0), shown: stdout.replaceAll('\r\n', '\n') });
    });
    const waiting = Object.entries(answers);
    let shown = '';
    child.stdout?.on('data', (chunk) => {
      shown += chunk;
      if (waiting.length > 0 && shown.includes(waiting[0][0])) child.stdin?.write(`${waiting.shift()?.[1]}\n`);
    });
  });
}
