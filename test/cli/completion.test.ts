// The completion scripts, in the shells that they are for.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { findProgram } from '../../scripts/cluster/program.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { bashScript, completionsOf, fishScript, zshScript } from '../../src/cli/framework/completion.ts';
import { command } from '../support/command.ts';
import { writeFiles } from '../support/folders.ts';
import { missing } from '../support/missing.ts';

const completions = completionsOf(COMMANDS);
const without = (shell: string) => missing(shell, findProgram(shell));

/** What bash would offer after these words. */
function offered(words: string[], folder = '/'): string[] {
  const script = `${bashScript(completions)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sylva; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8', cwd: folder })
    .split('\n')
    .filter(Boolean);
}

test('bash completes commands, their second words, flags and values', () => {
  assert.deepEqual(offered(['sylva', 'pu']), ['publish']);
  assert.deepEqual(offered(['sylva', 'keys', '']), ['create', 'list', 'revoke', 'rotate']);
  assert.deepEqual(offered(['sylva', 'keys', 'rotate', '--o']), ['--overlap']);
  assert.deepEqual(offered(['sylva', 'serve', '--rate-w']), ['--rate-window']);
  assert.deepEqual(offered(['sylva', 'serve', '--docs', '']), ['on', 'off']);
  assert.deepEqual(offered(['sylva', 'serve', '--docs', '=', 'of']), ['off']);
  assert.deepEqual(offered(['sylva', 'serve', '--port', '']), []);
  assert.deepEqual(offered(['sylva', 'completion', 'z']), ['zsh']);
  assert.deepEqual(offered(['sylva', 'help', 'al']), ['allow']);
});

test('bash completes file names, also with a space in them', (t) => {
  const folder = writeFiles(t, { 'my trees.csv': '', 'mine.toml': '' });
  assert.deepEqual(offered(['sylva', 'publish', 'my'], folder), ['my trees.csv']);
  assert.deepEqual(offered(['sylva', 'serve', '--config', 'mi'], folder), ['mine.toml']);
});

test('every command can be completed', () => {
  for (const { name } of COMMANDS) {
    const words = name.split(' ');
    assert.ok(offered(['sylva', ...words]).includes(words.at(-1) as string), name);
    assert.ok(offered(['sylva', ...words, '--js']).includes('--json'), name);
  }
});

test('fish completes the same', { skip: without('fish') }, () => {
  const ask = (line: string) =>
    execFileSync('fish', ['--no-config', '-c', `${fishScript(completions)}\ncomplete -C '${line}'`], {
      encoding: 'utf8',
    })
      .split('\n')
      .flatMap((each) => each.split('\t')[0] || []);
  assert.deepEqual(ask('sylva keys '), ['create', 'list', 'revoke', 'rotate']);
  assert.deepEqual(ask('sylva serve --docs '), ['off', 'on']);
  assert.deepEqual(ask('sylva keys create --na'), ['--name']);
});

test('zsh takes its script', { skip: without('zsh') }, (t) => {
  const path = join(writeFiles(t, { _sylva: zshScript(completions) }), '_sylva');
  const script = `autoload -Uz compinit && compinit -D && source ${path} && print $_comps[sylva]`;
  const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', script], { encoding: 'utf8' });
  assert.deepEqual([stdout, stderr], ['_sylva\n', '']);
});

test('the command prints a script for a shell', async () => {
  const { stdout } = await command(['completion', 'bash']);
  assert.equal(stdout, bashScript(completions));
  const { shell, script } = JSON.parse((await command(['completion', 'fish', '--json'])).stdout);
  assert.deepEqual([shell, script], ['fish', fishScript(completions)]);
});
