// The real command, run by another user of this machine, who may read what it is made of and change nothing of it.

import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { temporaryFolder } from './folders.ts';
import { missing } from './missing.ts';
import { type Outcome, SYLVA } from './sylva.ts';

export const OTHER_USER = 65_534;

/** Why tests of other users are skipped, or false. Where everything is required, that is a failure. */
export const withoutOtherUsers = whyNone();

function whyNone(): string | false {
  if (process.getuid?.() !== 0) return 'only root can become another user';
  const { status } = spawnSync('test', ['-r', SYLVA, '-a', '-x', SYLVA], {
    uid: OTHER_USER,
    gid: OTHER_USER,
    cwd: '/',
  });
  return missing('A way to this folder for other users', status === 0 ? SYLVA : undefined);
}

export function asOtherUser(file: string, words: string[], env: NodeJS.ProcessEnv = {}, cwd = '/'): Promise<Outcome> {
  const options = { uid: OTHER_USER, gid: OTHER_USER, cwd, env: { ...process.env, HOME: '/nonexistent', ...env } };
  return new Promise((resolve) => {
    execFile(file, words, options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
    });
  });
}

export function sylvaAsOtherUser(words: string[], env: NodeJS.ProcessEnv = {}, cwd = '/'): Promise<Outcome> {
  return asOtherUser(SYLVA, words, env, cwd);
}

export function folderOfOtherUser(t: TestContext): string {
  const folder = temporaryFolder(t);
  chownSync(folder, OTHER_USER, OTHER_USER);
  return folder;
}

/** As `/tmp` is: everybody may write into it. */
export function sharedFolder(t: TestContext): string {
  const folder = temporaryFolder(t);
  chmodSync(folder, 0o1777);
  return folder;
}
