// A real terminal, of a width of one's choosing: util-linux's script makes one.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SYLVA } from './sylva.ts';

/** What a command shows on it, with all its control characters. */
export async function onTerminal(words: string[], columns: number, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const command = `stty cols ${columns} && ${[SYLVA, ...words].map((word) => `'${word}'`).join(' ')}`;
  const { NO_COLOR: _, FORCE_COLOR: __, ...others } = process.env;
  const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
    env: { ...others, TERM: 'xterm', ...env },
  });
  return stdout.replaceAll('\r\n', '\n');
}
