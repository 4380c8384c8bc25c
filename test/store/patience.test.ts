// Waiting for what may never come, in a process that nothing else keeps.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

const PATIENCE = new URL('../../src/store/engines/wait-at-most.ts', import.meta.url).href;

function run(work: string): string {
  const script = `import { waitAtMost } from '${PATIENCE}';
    await waitAtMost(100, ${work}).catch(({ message }) => console.log(message));
    console.log('went on');`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
}

test('what never comes is given up, and the process goes on until then', () => {
  assert.equal(run('new Promise(() => {})'), 'went on\n');
});

test('what comes is not waited for any longer, and a failure is one', () => {
  assert.equal(run('Promise.resolve()'), 'went on\n');
  assert.equal(run("Promise.reject(new Error('failed'))"), 'failed\nwent on\n');
});
