// What we ship for deployment, read as its readers will. A campaign builds and runs the image, another test the units.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { findProgram } from '../scripts/cluster/program.ts';
import { readSettings, SETTING_NAMES, variableOf } from '../src/config/settings.ts';
import { withoutHaproxy, withoutSystemdAnalyze } from './support/engines.ts';
import { temporaryFolder } from './support/folders.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const VARIABLES = SETTING_NAMES.map(variableOf);

/** As a shell would, with everything that is asked for given. */
const interpolate = (text: string) => text.replace(/\$\{(\w+)[^}]*\}/g, 'value-of-$1');

test('compose.yaml has three instances, each with its own data, a read-only root and no rights', () => {
  const { services, volumes, networks } = parse(interpolate(read('deploy/compose.yaml')), { merge: true });
  assert.deepEqual(Object.keys(services), ['sylva-1', 'sylva-2', 'sylva-3', 'balancer', 'postgres', 'redis']);
  const proxy = services.balancer.networks.inside.ipv4_address;
  for (const name of ['sylva-1', 'sylva-2', 'sylva-3']) {
    const service = services[name];
    assert.deepEqual(service.volumes, [`${name}:/data`]);
    assert.ok(name in volumes);
    assert.deepEqual([service.read_only, service.cap_drop, service.tmpfs], [true, ['ALL'], ['/tmp']]);
    assert.ok(existsSync(join(ROOT, 'deploy', service.build.context, service.build.dockerfile)));
    for (const variable of Object.keys(service.environment)) assert.ok(VARIABLES.includes(variable), variable);
    const { database, redis, trustProxy } = readSettings({}, service.environment);
    assert.deepEqual([database?.kind, redis, trustProxy.length], ['postgres', 'redis://redis:6379', 1]);
    assert.equal(service.environment.SYLVA_TRUST_PROXY, proxy);
  }
  assert.ok(networks.inside.ipam.config[0].subnet.startsWith('172.30.0.'));
  for (const { volumes: mounts = [] } of Object.values<any>(services)) {
    for (const mount of mounts) {
      const [source] = mount.split(':');
      assert.ok(source.startsWith('./') ? existsSync(join(ROOT, 'deploy', source)) : source in volumes, mount);
    }
  }
});

test('the Containerfile copies what is there, runs as a user without rights, and starts the command', () => {
  const lines = read('deploy/Containerfile').replaceAll('\\\n', ' ').split('\n');
  const of = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  assert.ok(
    of('FROM').every((image) => /:[\w.-]+/.test(image)),
    'an image without a version',
  );
  for (const line of of('COPY').filter((each) => !each.startsWith('--from'))) {
    for (const source of line.split(' ').slice(0, -1)) assert.ok(existsSync(join(ROOT, source)), source);
  }
  assert.deepEqual(of('USER'), ['65532:65532']);
  assert.ok(lines.lastIndexOf('USER 65532:65532') > lines.findLastIndex((line) => line.startsWith('COPY ')));
  const [entry] = of('ENTRYPOINT').map((text) => JSON.parse(text));
  assert.ok(existsSync(join(ROOT, entry.at(-1).replace('/app/', ''))));
  assert.ok(entry.includes('--disable-sigusr1'));
  const [health] = of('HEALTHCHECK').map((text) => JSON.parse(text.slice(text.indexOf('['))));
  assert.equal(spawnSync(process.execPath, ['--check', '-'], { input: health.at(-1) }).status, 0);
  for (const [variable] of of('ENV')
    .join(' ')
    .matchAll(/SYLVA_\w+/g))
    assert.ok(VARIABLES.includes(variable), variable);
});

test('HAProxy takes the configuration that we ship', { skip: withoutHaproxy }, () => {
  const haproxy = findProgram('haproxy') as string;
  const { status, stderr } = spawnSync(haproxy, ['-c', '-f', join(ROOT, 'deploy/haproxy.cfg')], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});

test('systemd takes the units that we ship', { skip: withoutSystemdAnalyze }, (t) => {
  const folder = temporaryFolder(t);
  const units = globSync('deploy/systemd/*', { cwd: ROOT });
  assert.equal(units.length, 3);
  for (const unit of units) writeFileSync(join(folder, basename(unit)), read(unit).replaceAll('/opt/sylva', ROOT));
  const names = ['sylva@3000.service', 'sylva-backup.service', 'sylva-backup.timer'];
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...names.map((name) => join(folder, name))], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.equal(stderr, '');
});

test('systemd sees the units that we ship exposed to less than 2.5 of 10', { skip: withoutSystemdAnalyze }, () => {
  for (const unit of ['sylva@.service', 'sylva-backup.service']) {
    const words = ['security', '--offline=true', '--no-pager', '--threshold=24', join(ROOT, 'deploy/systemd', unit)];
    const { status, stdout, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /Overall exposure level/);
  }
});
