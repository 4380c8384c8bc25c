// `sylva serve` and `sylva start`: real processes on real ports.

import assert from 'node:assert/strict';
import { exec, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { command } from '../support/command.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';
import { underPermissions, withoutPermissions } from '../support/permissions.ts';
import { edition, publishTrees, storeOf } from '../support/publishing.ts';
import { SAMPLE_TREES } from '../support/sample.ts';
import { SYLVA, startSylva, sylva } from '../support/sylva.ts';
import { until } from '../support/until.ts';

const oak = (title: string) =>
  `---\ntitle: ${title}\nscientificName: Quercus robur\nfamily: Fagaceae\ndescription: A tree.\n---\n`;

async function allowMyself(data: string): Promise<void> {
  const { code, stderr } = await command(['allow', 'add', '127.0.0.1', '--data', data]);
  assert.equal(code, 0, stderr);
}

async function titles(origin: string): Promise<string[]> {
  const response = await fetch(`${origin}/api/v1/trees`);
  const body = (await response.json()) as any;
  return response.ok ? body.data.map(({ title }: any) => title) : [body.code];
}

test('start publishes the sample catalogue once and prints a curl line that works', async (t) => {
  const data = temporaryFolder(t);
  const first = await startSylva(t, ['start', '--data', data]);
  const line = await until(() => /curl .+/.exec(first.output())?.[0]);
  const [key] = /(?<=^ +)sylva_\w+$/m.exec(first.output()) ?? [];
  assert.ok(key && line.includes(`X-API-Key: ${key}`), 'the key stands on a line of its own too');
  const { stdout } = await promisify(exec)(`${line} --silent --fail`);
  assert.ok(JSON.parse(stdout).data.length > 0);
  assert.match(first.output(), /Published the sample catalogue as r1/);
  const docs = await until(() => /Read and try the API: (\S+)/.exec(first.output())?.[1]);
  assert.equal((await fetch(docs)).status, 200);
  const explorer = await until(() => /Browse the catalogue: (\S+)/.exec(first.output())?.[1]);
  assert.match(await (await fetch(explorer)).text(), /<title>Sylva<\/title>/);
  assert.equal(await first.stop(), 0);

  const second = await startSylva(t, ['start', '--data', data]);
  await until(() => second.output().includes('curl'));
  assert.doesNotMatch(second.output(), /Published|sylva_/);
  assert.equal(await second.stop('SIGINT'), 0);
});

test('start --json is one line, with the first key where one was made', async (t) => {
  const data = temporaryFolder(t);
  const first = await startSylva(t, ['start', '--json', '--data', data]);
  const { address, firstKey, ...others } = JSON.parse(first.standardOutput());
  assert.deepEqual([address, others], [first.origin, {}]);
  assert.deepEqual(Object.keys(firstKey), ['id', 'name', 'key', 'createdAt', 'expiresAt']);
  const response = await fetch(`${address}/api/v1/trees?pageSize=1`, { headers: { 'x-api-key': firstKey.key } });
  assert.equal(((await response.json()) as any).pagination.total, SAMPLE_TREES);
  assert.equal(await first.stop(), 0);
});

async function takenPort(t: TestContext): Promise<string> {
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => taken.close());
  await once(taken, 'listening');
  return String((taken.address() as AddressInfo).port);
}

test('where it cannot listen, the first key is shown all the same: the next start makes none', async (t) => {
  const port = await takenPort(t);
  for (const json of [false, true]) {
    const data = temporaryFolder(t);
    await publishTrees(await storeOf(t, data), edition(1));
    const words = ['--data', data, ...(json ? ['--json'] : [])];
    const { code, stdout, stderr } = await sylva(['start', '--port', port, ...words]);
    assert.equal(code, 1);
    assert.match(stdout + stderr, /is already in use/);
    const key = json ? JSON.parse(stdout.split('\n')[0]).firstKey.key : /(?<=^ +)sylva_\w+$/m.exec(stdout)?.[0];
    const { origin, standardOutput, stop } = await startSylva(t, ['start', ...words]);
    if (json) assert.deepEqual(JSON.parse(standardOutput()), { address: origin });
    assert.equal((await fetch(`${origin}/api/v1/families`, { headers: { 'x-api-key': key } })).status, 200);
    assert.equal(await stop(), 0);
  }
});

test('a server of an empty store says what is missing and how to make it, beside its one line', async (t) => {
  const data = temporaryFolder(t);
  const ways = {
    published: `Nothing is published yet: sylva publish SOURCE --data ${data} does that.`,
    caller: `Nobody may call yet: sylva keys create --name NAME --data ${data} makes a key, sylva allow add CIDR --data ${data} lets an address in without one.`,
  };
  const serve = async () => {
    const running = await startSylva(t, ['serve', '--data', data, '--log-level', 'silent']);
    const closed = once(running.process, 'close');
    await running.stop();
    await closed;
    return running;
  };
  const empty = await serve();
  assert.equal(empty.standardOutput(), `listening on ${empty.origin}\n`);
  assert.equal(empty.output().replace(empty.standardOutput(), ''), `${ways.published}\n${ways.caller}\n`);

  await allowMyself(data);
  const open = await serve();
  assert.equal(open.output().replace(open.standardOutput(), ''), `${ways.published}\n`);
  await command(['publish', writeFiles(t, { 'en/oak.md': oak('Oak') }), '--data', data]);
  const complete = await serve();
  assert.equal(complete.output(), complete.standardOutput());
});

test('a running server follows a publish', async (t) => {
  const data = temporaryFolder(t);
  await allowMyself(data);
  const { origin } = await startSylva(t, ['serve', '--data', data]);
  assert.deepEqual(await titles(origin), ['no-catalogue']);
  for (const title of ['Oak', 'English oak']) {
    const { code } = await command(['publish', writeFiles(t, { 'en/oak.md': oak(title) }), '--data', data]);
    assert.equal(code, 0);
    await until(async () => (await titles(origin))[0] === title);
  }
});

test('a port in use is a clear failure', async (t) => {
  const { code, stderr } = await sylva(['serve', '--data', temporaryFolder(t), '--port', await takenPort(t)]);
  assert.equal(code, 1);
  assert.match(stderr, /^Port \d+ is already in use: choose another with --port/);
});

test('an address that is not of this machine, and a folder without rights, are told as what they are', {
  skip: withoutPermissions,
}, async (t) => {
  const data = temporaryFolder(t);
  const elsewhere = await sylva(['serve', '--data', data, '--host', '192.0.2.1']);
  assert.deepEqual(
    [elsewhere.code, elsewhere.stderr],
    [1, '192.0.2.1 is not an address of this machine: choose another with --host.\n'],
  );
  const nowhere = await sylva(['serve', '--data', data, '--host', 'nope.invalid']);
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.stderr, /^No address was found for nope\.invalid: choose another with --host\.\n$/);
  const locked = join(data, 'locked');
  mkdirSync(locked, { mode: 0o500 });
  const [program, ...words] = [...underPermissions, SYLVA, 'serve', '--data', join(locked, 'data')];
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /^The store in .*locked\/data cannot be used: EACCES/);
});

test('each request is one line of the log, with the id that the client got', async (t) => {
  const data = temporaryFolder(t);
  await allowMyself(data);
  const running = await startSylva(t, ['serve', '--data', data]);
  const { headers } = await fetch(`${running.origin}/api/v1/trees?search=oak`);
  const id = headers.get('x-request-id') as string;
  const line = await until(() =>
    running
      .output()
      .split('\n')
      .find((each) => each.includes(id)),
  );
  const entry = JSON.parse(line);
  assert.deepEqual([entry.id, entry.method, entry.route, entry.status], [id, 'GET', '/api/v1/trees', 503]);
});
