// Ctrl-C at any moment of a publish: it is there whole or not at all, and nothing else is left.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { commandJson } from '../../support/command.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { often } from '../../support/often.ts';
import { oakPage } from '../../support/sources.ts';
import { SYLVA } from '../../support/sylva.ts';

const TREES = 150;
const INTERRUPTIONS = often(12, 100);

function edition(t: TestContext, number: number): string {
  const files = Array.from({ length: TREES }, (_, index) => [
    `en/oak-${index}.md`,
    oakPage({ title: `Edition ${number}`, scientificName: `Quercus ${index}` }),
  ]);
  return writeFiles(t, Object.fromEntries(files));
}

test('a publish that is interrupted leaves nothing, or all of it', { timeout: 600_000 }, async (t) => {
  const [data, temporary] = [temporaryFolder(t), temporaryFolder(t)];
  const sources = [edition(t, 0), edition(t, 1)];
  const publish = (source: string, milliseconds: number) =>
    new Promise<string>((resolve) => {
      const words = ['publish', source, '--data', data];
      const child = spawn(SYLVA, words, { env: { ...process.env, TMPDIR: temporary }, stdio: 'ignore' });
      const timer = setTimeout(() => child.kill('SIGINT'), milliseconds);
      child.once('exit', (code, signal) => {
        clearTimeout(timer);
        resolve(String(signal ?? code));
      });
    });
  // The first one makes the store.
  assert.equal(await publish(sources[1], 600_000), '0');
  const began = performance.now();
  assert.equal(await publish(sources[0], 600_000), '0');
  const whole = performance.now() - began;
  const files = readdirSync(data).sort();
  let active = (await commandJson(['revisions', 'list', '--data', data])).find((each: any) => each.active);
  let edited = 0;

  const outcomes = new Map<string, number>();
  for (let round = 0; round < INTERRUPTIONS; round++) {
    const moment = Math.random() * whole * 1.1;
    const outcome = await publish(sources[1 - edited], moment);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    assert.ok(['0', 'SIGINT'].includes(outcome), `${outcome} after ${moment} ms`);
    const now = (await commandJson(['revisions', 'list', '--data', data])).find((each: any) => each.active);
    if (now.id !== active.id) edited = 1 - edited;
    assert.ok(outcome !== '0' || now.id !== active.id, 'who is told that it is done finds it done');
    active = now;
    assert.equal(now.trees, TREES);
    assert.deepEqual(readdirSync(data).sort(), files, `after ${moment} ms`);
    assert.deepEqual(readdirSync(temporary), []);
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(outcomes)));
  assert.equal(await publish(edition(t, 2), 600_000), '0', 'the next one is not in its way');
});
