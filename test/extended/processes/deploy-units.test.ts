// The systemd units that we ship, run by systemd with every restriction that they have.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bootSystemd, withoutSystemd } from '../../support/systemd.ts';
import { until } from '../../support/until.ts';

const SYLVA = '/opt/sylva/bin/sylva';
const STORE = ['env', 'SYLVA_DATA=/var/lib/sylva/3000', SYLVA] as const;
const API = 'http://127.0.0.1:3000';

test('under their restrictions, the units serve, follow a publish, reload, back up and stop', {
  skip: withoutSystemd,
}, async (t) => {
  const { run } = await bootSystemd(t);
  const status = async (path: string, ...words: string[]) =>
    await run('curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', ...words, API + path).catch(() => '');
  await run('systemctl', 'start', 'sylva@3000');
  await until(async () => (await status('/readyz')) === '503');

  const pid = (await run('systemctl', 'show', 'sylva@3000', '-p', 'MainPID', '--value')).trim();
  const rights = await run('grep', '-E', '^(Seccomp|NoNewPrivs|CapBnd):', `/proc/${pid}/status`);
  assert.equal(rights, 'CapBnd:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n');

  await run(...STORE, 'publish', '/opt/sylva/content');
  const { key } = JSON.parse(await run(...STORE, 'keys', 'create', '--name', 'Herbarium', '--json'));
  await until(async () => (await status('/api/v1/trees', '-H', `X-API-Key: ${key}`)) === '200');
  await run('systemctl', 'reload', 'sylva@3000');
  await until(async () => (await run('cat', '/run/output')).includes('the settings were read again'));

  await run('systemctl', 'start', 'sylva-backup');
  const [backup] = (await run('sh', '-c', 'ls /var/lib/sylva-backups/*')).trim().split('\n');
  assert.match(backup, /sylva-\d{4}-\d\d-\d\d\.backup$/);
  assert.equal(await run('stat', '-c', '%a %U', backup), '600 sylva\n');
  await run(SYLVA, 'restore', backup, '--data', '/run/restored');
  const revisions = JSON.parse(await run(SYLVA, 'revisions', 'list', '--json', '--data', '/run/restored'));
  assert.deepEqual([revisions.length, revisions[0].active], [1, true]);

  await run('systemctl', 'stop', 'sylva@3000');
  assert.match(await run('systemctl', 'show', 'sylva@3000', '-p', 'Result', '-p', 'ExecMainStatus'), /Result=success/);
});
