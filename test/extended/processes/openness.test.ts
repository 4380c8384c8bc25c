// Ranges that let nearly everybody in: refused unless it is said plainly, and told at every start.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccessStore } from '../../../src/store/tables/access.ts';
import { command } from '../../support/command.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { gateBefore } from '../../support/gate.ts';
import { storeOf } from '../../support/publishing.ts';
import { startSylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const ALL = 'The allowlist lets all IPv4 addresses call without a key.';

test('a range that opens the allowlist to nearly everybody is refused, alone or with those that are there', async (t) => {
  const data = temporaryFolder(t);
  await storeOf(t, data);
  const add = (...words: string[]) => command(['allow', 'add', ...words, '--data', data]);
  for (const range of ['0.0.0.0/0', '::/0', '::/80', '2000::/4', '64.0.0.0/4']) {
    const { code, stderr } = await add(range);
    assert.equal(code, 1, range);
    assert.match(stderr, /^The allowlist would let .+ addresses call without a key\..+ --open-to-everyone /, range);
  }
  assert.equal((await add('0.0.0.0/5')).code, 0);
  assert.equal((await add('8.0.0.0/5')).code, 1, 'two halves of a sixteenth');
  assert.equal((await add('192.0.2.0/24')).code, 0);
  const { stdout } = await command(['allow', 'list', '--json', '--data', data]);
  assert.deepEqual(
    JSON.parse(stdout).map(({ cidr }: any) => cidr),
    ['0.0.0.0/5', '192.0.2.0/24'],
  );
});

test('refuses a range that opens the allowlist together with one that is allowed after the command has begun', async (t) => {
  const data = temporaryFolder(t);
  const { access } = await storeOf(t, data);
  const gate = gateBefore(t, AccessStore.prototype, 'allow');
  const adding = command(['allow', 'add', '8.0.0.0/5', '--data', data]);
  await gate.reached;
  await access.allow('0.0.0.0/5');
  gate.open();
  const { code, stderr } = await adding;
  assert.equal(code, 1);
  assert.match(stderr, /^The allowlist would let 6 % of all IPv4 addresses call without a key\./);
  assert.deepEqual(
    (await access.allowlist()).map(({ cidr }) => cidr),
    ['0.0.0.0/5'],
  );
});

test('whoever says so plainly opens the allowlist, is told what it means, and can go on adding to it', async (t) => {
  const data = temporaryFolder(t);
  await storeOf(t, data);
  const { code, stderr } = await command(['allow', 'add', '0.0.0.0/0', '--open-to-everyone', '--data', data]);
  assert.deepEqual([code, stderr], [0, `Careful: ${ALL}\n`]);
  assert.equal((await command(['allow', 'add', '192.0.2.1', '--data', data])).code, 0);
  assert.equal((await command(['allow', 'add', '2000::/3', '--data', data])).code, 1, 'more than it was opened to');
});

test('an open allowlist is told at every start, on screen and in the log, and when it begins', async (t) => {
  const data = temporaryFolder(t);
  const { access } = await storeOf(t, data);
  const inLog = (output: string) => output.split('\n').some((line) => line.startsWith('{') && line.includes(ALL));
  const first = await startSylva(t, ['serve', '--data', data]);
  assert.ok(!first.output().includes(ALL));
  await access.allow('0.0.0.0/1', null);
  await access.allow('128.0.0.0/1', null);
  await until(() => inLog(first.output()));
  assert.equal((await fetch(`${first.origin}/api/v1/trees`)).status, 503, 'what is stored is honoured');
  await first.stop();
  const second = await startSylva(t, ['serve', '--data', data]);
  assert.ok(second.output().includes(`\nCareful: ${ALL}\n`) && inLog(second.output()), second.output());
  const silent = await startSylva(t, ['serve', '--data', data, '--log-level', 'silent']);
  assert.ok(silent.output().startsWith(`Careful: ${ALL}\n`), silent.output());
});

test('trusted proxies that are nearly everybody are refused', async () => {
  for (const proxies of ['0.0.0.0/0', '0.0.0.0/1,128.0.0.0/1', '::/80', '10.0.0.1,2000::/3', '10.0.0.1,everyone']) {
    const { code, stderr } = await command(['config', '--trust-proxy', proxies]);
    assert.equal(code, 2, proxies);
    assert.match(stderr, /^--trust-proxy is “.+”, but must be addresses or CIDRs of proxies, not of everybody, /);
  }
});

test('whoever says so plainly trusts everyone, and is told at every start', async (t) => {
  const { origin, output } = await startSylva(t, [
    'serve',
    '--data',
    temporaryFolder(t),
    '--trust-proxy',
    'everyone',
    '--rate-limit',
    '1',
  ]);
  const caution = /X-Forwarded-For is believed from all IPv4 addresses and all IPv6 addresses/g;
  assert.equal(output().match(caution)?.length, 2, output());
  const ask = (client: string) => fetch(`${origin}/api/v1/trees`, { headers: { 'x-forwarded-for': client } });
  const statuses = [await ask('192.0.2.1'), await ask('192.0.2.2'), await ask('192.0.2.2')].map(({ status }) => status);
  assert.deepEqual(statuses, [401, 401, 429]);
  assert.match(
    (await command(['config', '--trust-proxy', 'everyone'])).stdout,
    /^trust-proxy +everyone +--trust-proxy$/m,
  );
});
