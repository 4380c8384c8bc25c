// `sylva preview`: content is shown while it is written, on this machine only, and nothing is left of it.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { command } from '../../support/command.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { startPreview } from '../../support/previews.ts';
import { conversation } from '../../support/raw.ts';
import { csv, OAK, oakPage } from '../../support/sources.ts';
import { startSylva, sylva } from '../../support/sylva.ts';
import { stoppingAt } from '../../support/told-to-stop.ts';
import { until } from '../../support/until.ts';

test('a saved change is shown, a broken one only told with its place, until it is mended', async (t) => {
  const { save, remove, checked, titleOf } = await startPreview(t);
  const first = await checked(({ trees }) => trees === 2);
  assert.deepEqual([first.errors, first.warnings > 0, first.revision], [0, true, 'r1'], 'a language is missing');

  save('en/oak.md', oakPage({ title: 'English oak' }));
  await checked(({ revision }) => revision === 'r2');
  assert.equal(await titleOf('oak'), 'English oak');

  save('en/oak.md', oakPage({ title: 'Broken oak', floweringSeason: 'Brumaire' }));
  const broken = await checked(({ errors }) => errors === 1);
  const [{ severity, code, file, line, field, slug }] = broken.findings;
  assert.deepEqual(
    [severity, code, file, line, field, slug],
    ['error', 'bad-month', 'en/oak.md', 6, 'floweringSeason', 'oak'],
  );
  assert.equal(broken.revision, 'r2', 'the last good catalogue stays');
  assert.equal(await titleOf('oak'), 'English oak');

  save('en/oak.md', 'title: no front matter');
  const unreadable = await checked(({ findings }) => findings[0]?.code === 'no-front-matter');
  assert.equal(unreadable.findings[0].slug, 'oak', 'its name says which tree it is of');

  save('en/oak.md', oakPage({ title: 'Mended oak', floweringSeason: 'May' }));
  await checked(({ revision, errors }) => revision === 'r3' && errors === 0);
  assert.equal(await titleOf('oak'), 'Mended oak');

  remove('en/elm.md');
  await checked(({ trees }) => trees === 1);
  assert.equal(await titleOf('elm'), undefined);
});

test('files in a new folder, files that take the place of others, and names of families are noticed', async (t) => {
  const { source, save, checked, titleOf } = await startPreview(t);
  mkdirSync(join(source, 'es'));
  save('es/oak.md', oakPage({ title: 'Roble' }));
  await checked(({ revision }) => revision === 'r2');
  writeFileSync(join(source, '.new'), oakPage({ title: 'Replaced' }));
  renameSync(join(source, '.new'), join(source, 'en/oak.md'));
  await checked(({ revision }) => revision === 'r3');
  assert.equal(await titleOf('oak'), 'Replaced');
  save('families.yaml', 'Fagaceae: { en: Beeches }\n');
  const { warnings } = await checked(({ revision }) => revision === 'r4');
  assert.ok(warnings > 0);
});

test('a table is previewed as well, and what is not changed is not shown again', async (t) => {
  const table = (title: string) =>
    csv([
      ['slug', ...Object.keys(OAK)],
      ['oak', ...Object.values({ ...OAK, title })],
    ]);
  const { source, checked, titleOf } = await startPreview(t, { 'trees.csv': table('Oak') }, { within: 'trees.csv' });
  const { id } = await checked(({ revision }) => revision === 'r1');
  writeFileSync(source, table('Oak'));
  const again = await checked((check) => check.id !== id);
  assert.equal(again.revision, 'r1');
  writeFileSync(source, table('Great oak'));
  await checked(({ revision }) => revision === 'r2');
  assert.equal(await titleOf('oak'), 'Great oak');
});

test('content that was never good is told of, and shown when it is good', async (t) => {
  const { save, checked, running, titleOf } = await startPreview(t, { 'en/oak.md': '---\ntitle: Oak\n---\n' });
  const { revision, findings } = await checked(({ errors }) => errors > 0);
  assert.equal(revision, null);
  assert.ok(findings.every(({ slug }) => slug === 'oak'));
  assert.equal((await fetch(`${running.origin}/api/v1/families`)).status, 503);
  save('en/oak.md', oakPage());
  await checked(({ errors }) => errors === 0);
  assert.equal(await titleOf('oak'), 'Oak');
});

test('only this machine reaches it, under its own names only, whatever is set for a service', async (t) => {
  const env = {
    SYLVA_HOST: '0.0.0.0',
    SYLVA_CORS_ORIGIN: 'https://www.example.org',
    SYLVA_TRUST_PROXY: '127.0.0.1',
    SYLVA_DOCS: 'off',
    SYLVA_RATE_LIMIT: '1',
  };
  const { running } = await startPreview(t, undefined, { env });
  const { port, hostname } = new URL(running.origin);
  assert.equal(hostname, '127.0.0.1');
  const others = Object.values(networkInterfaces()).flatMap((each = []) => each.filter(({ internal }) => !internal));
  for (const { address } of others.filter(({ family }) => family === 'IPv4')) {
    const socket = connect(Number(port), address);
    const outcome = await new Promise((resolve) => {
      socket.once('connect', () => resolve('connected')).once('error', () => resolve('refused'));
    });
    socket.destroy();
    assert.equal(outcome, 'refused', address);
  }
  const ask = async (host: string, path: string) =>
    await conversation(running.origin, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  for (const path of ['/', '/preview', '/api/v1/trees', '/healthz', '/assets/explorer.js']) {
    for (const host of ['localhost', `LOCALHOST:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      assert.match(await ask(host, path), /^HTTP\/1\.1 200 /, `${host}${path}`);
    for (const host of [
      'evil.example',
      `localhost.evil.example:${port}`,
      '127.0.0.1.nip.io',
      '127.0.0.2',
      'localhost:1:2',
    ])
      assert.match(await ask(host, path), /^HTTP\/1\.1 400 /, `${host}${path}`);
  }
  const askWhole = (address: string) => ask('localhost', address);
  assert.match(await askWhole(`http://localhost:${port}/api/v1/trees`), /^HTTP\/1\.1 200 /);
  for (const authority of ['evil.example', `localhost.evil.example:${port}`, 'evil.example@localhost', '127.0.0.2']) {
    assert.match(await askWhole(`http://${authority}/api/v1/trees`), /^HTTP\/1\.1 400 /, authority);
    assert.match(await askWhole(`HTTPS://${authority}/preview`), /^HTTP\/1\.1 400 /, authority);
  }
  const headers = { origin: 'https://www.example.org', 'x-forwarded-for': '192.0.2.1' };
  const answer = await fetch(`${running.origin}/api/v1/trees`, { headers });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('access-control-allow-origin'), null);
});

test('one line of JSON says that it is ready; Ctrl-C ends it, and nothing is left', async (t) => {
  const [folder, temporary] = [temporaryFolder(t), temporaryFolder(t)];
  const source = writeFiles(t, { 'en/oak.md': oakPage() });
  const through = ['env', '-C', folder, `TMPDIR=${temporary}`];
  const running = await startSylva(t, ['preview', source, '--json'], {}, through);
  assert.match(running.standardOutput(), /^{"address":"http:\/\/127\.0\.0\.1:\d+"}\n$/);
  // Somebody waits for the next check: both questions come at once, and the first is answered.
  const { id } = await (await fetch(`${running.origin}/preview`)).json();
  const socket = connect(Number(new URL(running.origin).port), '127.0.0.1').setEncoding('latin1');
  let told = '';
  socket.on('data', (chunk) => {
    told += chunk;
  });
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  socket.write(ask('/healthz') + ask(`/preview?after=${id}`));
  await until(() => told.includes('alive'));
  assert.equal(await running.stop('SIGINT'), 0);
  await until(() => socket.closed);
  assert.equal(told.match(/HTTP\/1\.1 200 /g)?.length, 2);
  assert.deepEqual([readdirSync(folder), readdirSync(temporary), readdirSync(source)], [[], [], ['en']]);
});

test('Ctrl-C ends it well from the very moment in which it says that it is ready', async (t) => {
  const source = writeFiles(t, { 'en/oak.md': oakPage() });
  const { code, stdout } = await sylva(['preview', source, '--port', '0'], stoppingAt('listening on'));
  assert.deepEqual([code, /listening on/.test(stdout)], [0, true]);
});

test('what cannot be previewed is refused', async (t) => {
  const { code, stderr } = await command(['preview', join(temporaryFolder(t), 'none')]);
  assert.deepEqual([code, /none does not exist\.$/m.test(stderr)], [1, true]);
  const { running, source } = await startPreview(t);
  const taken = await command(['preview', source, '--port', new URL(running.origin).port]);
  assert.equal(taken.code, 1);
  assert.match(taken.stderr, /is already in use/);
  assert.equal((await command(['preview', source, '--host', '0.0.0.0'])).code, 2);
});

test('a source that is taken away and put back is found again', async (t) => {
  const { source, checked } = await startPreview(t);
  const away = join(temporaryFolder(t), 'away');
  renameSync(source, away);
  const { findings, revision } = await checked(({ errors }) => errors > 0);
  assert.deepEqual([findings[0].code, revision], ['unreadable', 'r1']);
  renameSync(away, source);
  await checked(({ errors }) => errors === 0);
});
