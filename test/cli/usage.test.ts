// The command line’s manners: wrong words get exit code 2 and a sentence that helps.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/folders.ts';
import { SYLVA, sylva } from '../support/sylva.ts';

test('wrong usage exits with 2 and says what would be right', async () => {
  const cases: [string[], RegExp][] = [
    [['pubish', 'x'], /no command “pubish”\. Did you mean publish\?/],
    [['validate'], /SOURCE is missing/],
    [['validate', 'a', 'b'], /“b” is one word too many/],
    [['serve', '--prot', '1'], /no flag --prot\. Did you mean --port\?/],
    [['serve', '--port', 'http'], /--port is “http”, but must be a whole number from 0 to 65535/],
    [['serve', '--port'], /--port/],
    [['serve', '--default-locale', 'fr', '--log-level', 'loud'], /--default-locale is “fr”.*\n--log-level is “loud”/],
    [['serve', '--public-url', 'trees.example.org'], /--public-url is/],
    [['serve', '--cors-origin', 'https://a.example/path'], /--cors-origin is/],
  ];
  for (const [words, expected] of cases) {
    const { code, stderr } = await sylva(words);
    assert.equal(code, 2, words.join(' '));
    assert.match(stderr, expected);
  }
});

test('a wrong variable is reported by its name', async () => {
  const { code, stderr } = await sylva(['serve'], { SYLVA_PORT: '70000' });
  assert.equal(code, 2);
  assert.match(stderr, /SYLVA_PORT is “70000”/);
});

test('with --json an error is JSON too', async () => {
  const { code, stdout } = await sylva(['validate', '--json']);
  assert.equal(code, 2);
  assert.match(JSON.parse(stdout).error, /SOURCE is missing/);
});

test('help lists the commands, and each command’s flags with an example', async () => {
  const overview = await sylva(['--help']);
  assert.equal(overview.code, 0);
  for (const name of ['serve', 'validate SOURCE', 'publish SOURCE', 'start'])
    assert.ok(overview.stdout.includes(`sylva ${name}`));
  const help = await sylva(['publish', '--help']);
  assert.equal(help.code, 0);
  assert.match(help.stdout, /--note TEXT .*\n/);
  assert.match(help.stdout, /Example:\n {2}sylva publish/);
  assert.equal((await sylva([])).code, 2);
});

test('the command works through a link from another folder', async (t) => {
  const link = join(temporaryFolder(t), 'sylva');
  symlinkSync(SYLVA, link);
  const { stdout } = await promisify(execFile)(link, ['--help'], { cwd: '/' });
  assert.match(stdout, /Sylva serves/);
});

test('a Node that is too old is told so in one sentence', async () => {
  const entry = join(SYLVA, '../sylva.mjs');
  const pretend =
    "Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); await import(process.argv[1]);";
  const words = ['--input-type=module', '-e', pretend, entry];
  const error = await promisify(execFile)(process.execPath, words).then(
    () => assert.fail('it ran'),
    (failure) => failure,
  );
  assert.equal(error.code, 1);
  assert.match(error.stderr, /^sylva needs Node \d+ or newer, and this is 20\.20\.2: [^\n]+\n$/);
});
