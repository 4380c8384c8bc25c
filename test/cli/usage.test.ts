// The command line’s manners: wrong words get exit code 2 and a sentence that helps.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { command } from '../support/command.ts';
import { temporaryFolder } from '../support/folders.ts';
import { SYLVA, sylva } from '../support/sylva.ts';

test('wrong usage exits with 2 and says what would be right', async () => {
  const cases: [string[], RegExp][] = [
    [['pubish', 'x'], /no command “pubish”\. Did you mean publish\?/],
    [['validate'], /SOURCE is missing/],
    [['keys', 'craete'], /no command “keys craete”\. Did you mean keys create\?/],
    [['keys'], /^sylva keys needs one more word: create, list, revoke or rotate\.\n$/],
    [['store', '--data', 'x'], /^sylva store needs one more word: copy or upgrade\.\n$/],
    [['help', 'pubish'], /no command “pubish”\. Did you mean publish\?/],
    [['completion', 'tcsh'], /no completion for “tcsh”: choose one of bash\|zsh\|fish/],
    [['serve', '--port', '1', '--port', '2'], /--port is given twice, as “1” and as “2”/],
    [['serve', '--redis', 'redis://u:w0rd@a', '--redis', 'redis://u:w0rd@b'], /“redis:\/\/…@a” and as “redis:\/\/…@b”/],
    [
      ['serve', '--json=yes', '--prot', '1', '--host', '--port', 'x'],
      /--json takes no value.*\n.*--prot.*\n--host needs a value/,
    ],
    [['validate', 'a', 'b'], /“b” is one word too many/],
    [['serve', '--prot', '1'], /no flag --prot\. Did you mean --port\?/],
    [['serve', '--port', 'http'], /--port is “http”, but must be a whole number from 0 to 65535/],
    [['serve', '--port'], /--port needs a value: N/],
    [['serve', '--default-locale', 'fr', '--log-level', 'loud'], /--default-locale is “fr”.*\n--log-level is “loud”/],
    [['serve', '--public-url', 'trees.example.org'], /--public-url is/],
    [['serve', '--public-url', 'https://trees.example.org/?a=b'], /--public-url is .* without a query/],
    [['serve', '--cors-origin', 'https://a.example/path'], /--cors-origin is/],
  ];
  for (const [words, expected] of cases) {
    const { code, stderr } = await command(words);
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
  const { code, stdout } = await command(['validate', '--json']);
  assert.equal(code, 2);
  assert.match(JSON.parse(stdout).error, /SOURCE is missing/);
});

test('help lists the commands, and each command’s flags with examples', async () => {
  for (const words of [['--help'], ['help'], ['-h']]) {
    const overview = await command(words);
    assert.equal(overview.code, 0);
    for (const name of ['serve', 'validate SOURCE', 'publish SOURCE', 'start', 'config'])
      assert.ok(overview.stdout.includes(`sylva ${name}`));
  }
  for (const words of [
    ['publish', '--help'],
    ['help', 'publish'],
    ['publish', '-h', '--wrong'],
  ]) {
    const help = await command(words);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /--note TEXT .*\n/);
    assert.match(help.stdout, /Examples:\n {2}sylva publish/);
  }
  const { stdout } = await command(['help', 'serve']);
  assert.match(stdout, /--port N +the port .* \(3000\)\n/);
  assert.match(stdout, /--log-level WORD +the least severe messages to log: fatal, .* silent \(info\)\n/);
  const family = await command(['keys', '--help']);
  assert.match(family.stdout, /sylva keys create/);
  assert.doesNotMatch(family.stdout, /sylva serve/);
  assert.equal((await command([])).code, 2);
});

test('a word that several commands share shows them, and is a usage error without another', async () => {
  const alone = await command(['keys']);
  assert.equal(alone.code, 2);
  assert.equal(alone.stdout, (await command(['keys', '--help'])).stdout);
  const json = await command(['keys', '--json']);
  assert.deepEqual([json.code, json.stderr], [2, '']);
  assert.match(JSON.parse(json.stdout).error, /^sylva keys needs one more word/);
});

test('--json may stand before the command', async (t) => {
  const data = temporaryFolder(t);
  const made = await command(['--json', 'keys', 'create', '--name', 'A', '--data', data]);
  assert.deepEqual([made.code, JSON.parse(made.stdout).name], [0, 'A']);
  assert.ok(JSON.parse((await command(['--json', '--version'])).stdout).version);
  const nothing = await command(['--json']);
  assert.equal(nothing.code, 2);
  assert.ok(JSON.parse(nothing.stdout).some(({ name }: any) => name === 'keys list'));
});

test('-v, -V and --version are one', async () => {
  const { stdout } = await sylva(['version']);
  for (const word of ['-v', '-V', '--version']) {
    const { code, stdout: same } = await sylva([word]);
    assert.deepEqual([code, same], [0, stdout], word);
  }
});

test('the help and the version are JSON with --json', async () => {
  const all = JSON.parse((await command(['help', '--json'])).stdout);
  assert.ok(all.length > 15 && all.every(({ name, summary, flags }: any) => name && summary && flags.length > 0));
  const { examples, flags } = JSON.parse((await command(['publish', '--help', '--json'])).stdout);
  assert.ok(examples.length > 1 && flags.some(({ name, value }: any) => name === 'note' && value === 'TEXT'));
  const { version } = JSON.parse((await command(['--version', '--json'])).stdout);
  assert.match(version, /^\d+\.\d+\.\d+$/);
  const { code, stdout } = await command(['pubish', '--json']);
  assert.equal(code, 2);
  assert.match(JSON.parse(stdout).error, /Did you mean publish/);
});

test('a reader that has seen enough is no failure', async () => {
  const { stdout, stderr } = await promisify(execFile)('bash', [
    '-c',
    `set -o pipefail; "${SYLVA}" help --json | true`,
  ]);
  assert.deepEqual([stdout, stderr], ['', '']);
});

test('the command works through a link from another folder', async (t) => {
  const link = join(temporaryFolder(t), 'sylva');
  symlinkSync(SYLVA, link);
  const { stdout } = await promisify(execFile)(link, ['--help'], { cwd: '/' });
  assert.match(stdout, /Sylva serves/);
});
