// What is run only now and then is run at all, and what it must notice can still be put in.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FAULTS } from './broken/faults.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const SCRIPTS: Record<string, string> = JSON.parse(read('package.json')).scripts;

test('every campaign is run by a script', () => {
  const named = Object.values(SCRIPTS).flatMap((script) => script.match(/test\/campaigns\/[^\s"]+/g) ?? []);
  const forgotten = globSync('test/campaigns/**/*.test.ts', { cwd: ROOT }).filter(
    (file) => !named.some((pattern) => matchesGlob(file, pattern)),
  );
  assert.deepEqual(forgotten, []);
});

test('every script of a campaign is part of what each change must pass', () => {
  const left = ['test', 'test:models', 'test:broken', 'test:mutation'];
  const names = Object.keys(SCRIPTS).filter((name) => /^(?:test|fuzz)\b/.test(name) && !left.includes(name));
  const run = read('.ci/run').split('\n');
  assert.deepEqual(
    names.filter((name) => !run.includes(`npm run ${name}`)),
    [],
  );
});

test('every fault that a campaign must notice stands where it can be put in, and its campaign is there', () => {
  for (const { campaign, what, file, before, after } of FAULTS) {
    assert.equal(read(file).split(before).length, 2, `${what}: ${file} does not have once: ${before}`);
    assert.notEqual(before, after);
    assert.ok(campaign in SCRIPTS, campaign);
  }
});
