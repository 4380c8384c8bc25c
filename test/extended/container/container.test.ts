// The container image, built and run for real: what is in it, that it needs no rights, and that it writes to /data only.

import assert from 'node:assert/strict';
import { lstatSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../../scripts/cluster/program.ts';
import { buildImage, Containers, type Image, withoutContainers } from '../../support/container.ts';
import { temporaryFolder } from '../../support/folders.ts';

const APP = ['content', 'dist', 'node', 'package.json', 'web'];

describe('the container image', { skip: withoutContainers }, () => {
  let [folder, image] = ['', undefined as unknown as Image];
  const undo: (() => unknown)[] = [];
  const context = { after: (work: () => unknown) => undo.unshift(work) } as any;

  before(async () => {
    folder = temporaryFolder(context);
    image = await buildImage(folder);
  });
  after(async () => {
    for (const work of undo) await work();
  });

  test('holds Node, the bundle and the site’s files, and nothing that made them', (t) => {
    t.diagnostic(`the image has ${image.size}`);
    const files = readdirSync(image.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(image.root, join(entry.parentPath, entry.name)));
    const those = (pattern: RegExp) => files.filter((path) => pattern.test(path));
    assert.deepEqual(readdirSync(join(image.root, 'app')).sort(), APP);
    assert.deepEqual(those(/\.(ts|tsx|node)$|esbuild|npm/), []);
    const programs = those(/^(?!etc\/|.*\.so[.\d]*$)/).filter((path) => statSync(join(image.root, path)).mode & 0o111);
    assert.deepEqual(programs, ['app/node']);
    assert.deepEqual(image.config.Volumes, { '/data': {} });
    assert.equal(image.config.User, '65532:65532');
  });

  test('publishes and serves with a read-only root and no rights, is healthy, ends well, and writes to /data only', async (t) => {
    const { Entrypoint, Cmd, Healthcheck } = image.config;
    const [kind, ...health] = Healthcheck.Test;
    assert.equal(kind, 'CMD');
    const found = stateOf(image.root);
    const containers = new Containers(t, folder, image);
    await containers.makeVolume();

    writeFileSync(join(containers.volume, 'sylva.toml'), 'rate-limit = 77\n');
    assert.match(await containers.run([...Entrypoint, 'publish', 'content']), /Published revision r1: \d+ trees/);
    const made = await containers.run([...Entrypoint, 'keys', 'create', '--name', 'Herbarium', '--json']);
    const headers = { 'x-api-key': JSON.parse(made).key };
    const port = await freePort();
    const env = [`SYLVA_PORT=${port}`, 'SYLVA_CONFIG=/data/sylva.toml'];
    await assert.rejects(containers.run(health, env), { code: 1 });

    const server = containers.start([...Entrypoint, ...Cmd], env);
    await server.says(/listening on/);
    const read = async (path: string, init?: RequestInit) => {
      const answer = await fetch(new URL(path, `http://127.0.0.1:${port}`), init);
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    assert.equal((await read('/api/v1/trees')).status, 401);
    const list = await read('/api/v1/trees?pageSize=3', { headers });
    assert.equal(list.headers.get('x-ratelimit-limit'), '77');
    const { data: trees } = JSON.parse(list.text);
    assert.equal(trees.length, 3);
    for (const { slug } of trees) {
      const { data } = JSON.parse((await read(`/api/v1/trees/${slug}`, { headers })).text);
      assert.equal(data.slug, slug);
    }
    for (const path of ['/', '/docs', '/openapi.json', '/usage-policy']) {
      const page = await read(path);
      assert.equal(page.status, 200, path);
      for (const [, asset] of page.text.matchAll(/(?:src|href)="(assets[^"]+)"/g)) {
        assert.equal((await read(asset)).status, 200, asset);
      }
    }

    await containers.exec(health);
    const inside = (expression: string) => containers.exec([Entrypoint[0], '-p', expression]);
    const rights = (await inside(`fs.readFileSync('/proc/1/status', 'utf8')`)).match(/^(Uid|Cap\w+|NoNewPrivs):.*/gm);
    assert.deepEqual(rights, [
      'Uid:\t65532\t65532\t65532\t65532',
      ...['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'].map((name) => `Cap${name}:\t0000000000000000`),
      'NoNewPrivs:\t1',
    ]);
    assert.equal(await inside(`fs.readdirSync('/tmp').length`), '0');
    assert.match(await inside(`fs.readFileSync('/proc/1/mountinfo', 'utf8')`), /^\S+ \S+ \S+ \S+ \/ ro,/m);
    await inside(`process.kill(1, 'SIGUSR1')`);
    await containers.exec(health);

    assert.equal(await server.end('SIGTERM'), 0, server.output);
    assert.doesNotMatch(server.output, /Debugger/);
    assert.deepEqual(stateOf(image.root), found);
    assert.ok(readdirSync(containers.volume).includes('sylva.db'));
  });
});

/** What would tell of a write. */
function stateOf(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => {
    const { mode, size, mtimeMs, ctimeMs } = lstatSync(join(root, path));
    return [path, mode, size, mtimeMs, ctimeMs].join(' ');
  });
}
