// The settings file as a thing of the system: what is read, and what is refused rather than waited for.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder, writeFiles } from '../support/folders.ts';
import { SYLVA } from '../support/sylva.ts';

/** One that waits for ever would be ended, and so have no code. */
function configWith(path: string) {
  const { status, stdout, stderr } = spawnSync(SYLVA, ['config', '--json', '--config', path], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, told: JSON.parse(stdout || '{}').error ?? stderr };
}

test('what is no plain file is refused at once, and so is one that is too large', (t) => {
  const folder = writeFiles(t, { 'large.toml': `# ${'x'.repeat(1024 * 1024)}\n` });
  const pipe = join(folder, 'pipe');
  spawnSync('mkfifo', [pipe]);
  for (const path of [pipe, '/dev/zero', folder])
    assert.deepEqual(configWith(path), { status: 2, told: `The settings file ${path} is no plain file.` });
  const large = join(folder, 'large.toml');
  assert.deepEqual(configWith(large), {
    status: 2,
    told: `The settings file ${large} is larger than a settings file may be, 1048576 bytes.`,
  });
});

test('a pipe that the shell hands over is read, but not without end', (t) => {
  const run = (script: string) =>
    spawnSync('bash', ['-c', script, SYLVA], { cwd: temporaryFolder(t), encoding: 'utf8', timeout: 20_000 });
  const { stdout } = run('"$0" config --json --config <(sleep 0.2; echo port = 1234)');
  assert.equal(JSON.parse(stdout).settings.port.value, 1234);
  const { status, stderr } = run('"$0" config --config <(cat /dev/zero 2>/dev/null)');
  assert.equal(status, 2);
  assert.match(stderr, /is larger than a settings file may be/);
});
