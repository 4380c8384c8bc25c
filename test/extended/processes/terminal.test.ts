// What a person sees: on a terminal, a narrow one, one without colours, and in a pipe.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { command } from '../../support/command.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { storeOf } from '../../support/publishing.ts';
import { sylva } from '../../support/sylva.ts';
import { onTerminal } from '../../support/terminal.ts';

const COLOUR = '\x1b[';
const widest = (text: string) =>
  Math.max(
    ...stripVTControlCharacters(text)
      .split('\n')
      .map(({ length }) => length),
  );

test('keys list and config fit a terminal of 80 columns and of 40, and are whole in a pipe', async (t) => {
  const data = temporaryFolder(t);
  const { access } = await storeOf(t, data);
  const name = 'Herbarium of the University of Leiden, Department of Trees';
  const expiresAt = '2031-01-01T00:00:00.000Z';
  await access.addKey({ id: 'key_a1b2c3d4e5', name, contact: null, hash: 'x'.repeat(64), expiresAt });
  for (const columns of [80, 40]) {
    const keys = await onTerminal(['keys', 'list', '--data', data], columns);
    assert.ok(keys.includes(COLOUR) && keys.includes('key_a1b2c3d4e5') && widest(keys) <= columns, keys);
    const config = await onTerminal(['config', '--public-url', `https://${'long.'.repeat(20)}example.org`], columns);
    assert.ok(config.includes('rate-ipv6-prefix') && widest(config) <= columns, config);
  }
  const { stdout } = await command(['keys', 'list', '--data', data]);
  assert.match(stdout, /\nkey_a1b2c3d4e5 {2}Herbarium .* Trees {2}active {2}2031-01-01 {2}never\n$/);
});

test('colours go with NO_COLOR, a dumb terminal or a pipe, and come with FORCE_COLOR', async () => {
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
    assert.ok(!(await onTerminal(['version', '--help'], 80, env)).includes(COLOUR), JSON.stringify(env));
  const piped = await sylva(['version', '--help'], { FORCE_COLOR: undefined });
  assert.ok(!piped.stdout.includes(COLOUR));
  const forced = await sylva(['version', '--help'], { FORCE_COLOR: '1', NO_COLOR: undefined });
  assert.ok(forced.stdout.includes(COLOUR));
});

test('config shows each setting with its source, without passwords, also as JSON', async (t) => {
  const folder = writeFiles(t, {
    'sylva.toml': '# ours\nrate-limit = 7\ndatabase = "postgres://u:pass-word@db/trees"\n',
  });
  const env = { SYLVA_PORT: '1234' };
  const shown = await command(['config', '--log-level', 'warn'], env, folder);
  assert.equal(shown.code, 0, shown.stderr);
  for (const line of [
    /^rate-limit +7 +sylva\.toml:2$/m,
    /^database +postgres:\/\/…@db\/trees +sylva\.toml:3$/m,
    /^port +1234 +SYLVA_PORT$/m,
    /^log-level +warn +--log-level$/m,
    /^host +127\.0\.0\.1 +default$/m,
  ])
    assert.match(shown.stdout, line);
  const { stdout } = await command(['config', '--json', '--config', join(folder, 'sylva.toml')], env);
  assert.ok(!stdout.includes('pass-word'));
  const { file, settings } = JSON.parse(stdout);
  assert.equal(file, join(folder, 'sylva.toml'));
  assert.deepEqual(settings.port, { value: 1234, source: 'variable', from: 'SYLVA_PORT' });
  assert.deepEqual(settings['cors-origin'], { value: [], source: 'default', from: null });
  assert.equal(settings['rate-limit'].source, 'file');
});

test('a wrong file and a wrong flag are refused together, with exit code 2', async (t) => {
  const folder = writeFiles(t, { 'sylva.toml': 'prot = 1\n' });
  const { code, stderr } = await command(['keys', 'list', '--dat', 'x'], {}, folder);
  assert.equal(code, 2);
  assert.match(stderr, /no flag --dat\. Did you mean --data\?\nsylva\.toml:1 has prot/);
  assert.equal((await command(['help'], {}, folder)).code, 0);
});

test('config shows the database in force, also where none is given', async (t) => {
  const folder = temporaryFolder(t);
  const { stdout } = await command(['config', '--data', 'trees'], {}, folder);
  assert.match(stdout, /^database +sqlite:trees\/sylva\.db +default$/m);
  const { settings } = JSON.parse((await command(['config', '--json'], {}, folder)).stdout);
  assert.deepEqual(settings.database, { value: 'sqlite:data/sylva.db', source: 'default', from: null });
});

test('on a terminal, what is wrong is broken between words; a long address stays whole, and in a pipe all does', async (t) => {
  const words = ['serve', '--prot', '1', '--public-url', 'trees', '--host', 'a'.repeat(50), '--log-level', 'loud'];
  const whole = (await command(words)).stderr;
  assert.ok(whole.split('\n').some(({ length }) => length > 80));
  for (const columns of [80, 40]) {
    const shown = stripVTControlCharacters(await onTerminal(words, columns, {}, 2));
    for (const line of shown.split('\n'))
      assert.ok(line.length <= columns || !line.includes(' '), `${line.length}: ${line}`);
    assert.equal(shown.replace(/\s+/g, ' '), whole.replace(/\s+/g, ' '));
  }
  const path = join(temporaryFolder(t), 'x'.repeat(90));
  const missing = stripVTControlCharacters(await onTerminal(['validate', path], 60, {}, 1));
  assert.ok(missing.includes(path), missing);
  const source = writeFiles(t, {
    'en/oak.md': '---\ntitle: Oak\nscientificName: Q\nfamily: F\ndescription: D\nconservationStatus: rare\n---\n',
  });
  const found = (await onTerminal(['validate', source], 60, {}, 1)).split('\r\x1b[K').at(-1) as string;
  assert.match(stripVTControlCharacters(found), /^Errors:\n {2}en\/oak\.md:6 conservationStatus: .+\n {4}\S/m);
  assert.ok(widest(found) <= 60, found);
});

test('the progress names what is done, from the first moment on, and counts only what can be counted', async (t) => {
  const folder = writeFiles(t, {
    'trees.csv': 'slug,title,scientificName,family,description\noak,Oak,Quercus robur,Fagaceae,A tree.\n',
  });
  const data = temporaryFolder(t);
  const backup = join(data, 'x.backup');
  const published = await onTerminal(['publish', join(folder, 'trees.csv'), '--data', data], 80);
  const copied = await onTerminal(['backup', backup, '--data', data], 80);
  const restored = await onTerminal(['restore', backup, '--data', join(data, 'other')], 80);
  const [from, to] = [join(data, 'sylva.db'), join(data, 'copy.db')].map((path) => `sqlite:${path}`);
  const moved = await onTerminal(['store', 'copy', '--from', from, '--to', to], 80);
  const steps = (text: string) => text.split('\r\x1b[K').slice(1, -1);
  assert.equal(steps(published)[0], 'reading trees.csv …');
  for (const step of ['sorting …', 'indexing …', 'comparing …', 'storing …']) {
    assert.ok(steps(published).includes(step), JSON.stringify(published));
  }
  assert.deepEqual(
    [steps(copied), steps(restored)],
    [
      ['copying …', 'checking …'],
      ['checking …', 'copying …', 'opening …'],
    ],
  );
  assert.ok(steps(moved).includes('copying keys …'), JSON.stringify(moved));
  for (const text of [published, copied, restored, moved]) assert.doesNotMatch(text, / 0 of \d/);
});

test('moments are shown to the minute to people, and exactly to scripts', async (t) => {
  const where = ['--data', temporaryFolder(t)];
  const { id } = JSON.parse((await command(['keys', 'create', '--name', 'A', '--json', ...where])).stdout);
  const { stdout } = await command(['keys', 'revoke', id, ...where]);
  assert.match(stdout, /is revoked since \d{4}-\d\d-\d\d \d\d:\d\dZ\.$/m);
  const { revokedAt } = JSON.parse((await command(['keys', 'revoke', id, '--json', ...where])).stdout);
  assert.match(revokedAt, /\.\d{3}Z$/);
});
