// The files that SQLite has beside its database, spoilt while a server has them open: it lives, answers and follows.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask, prepare, serve } from '../../support/serving.ts';
import { sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const DAMAGES: Record<string, (path: string) => void> = {
  emptied: (path) => truncateSync(path),
  'cut off': (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2)),
  'random bytes': (path) =>
    writeFileSync(path, Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 167) % 251)), { flag: 'r+' }),
  removed: (path) => rmSync(path),
  'a folder': (path) => {
    rmSync(path);
    mkdirSync(join(path, 'within'), { recursive: true });
  },
};

/** Memory that processes share through a file is gone with what is cut off of it: no program survives to touch it then. */
const isFatal = (file: string, damage: string) => file === 'sylva.db-shm' && ['emptied', 'cut off'].includes(damage);

for (const file of ['sylva.db-shm', 'sylva.db-wal']) {
  for (const [damage, spoil] of Object.entries(DAMAGES).filter(([each]) => !isFatal(file, each))) {
    test(`a server whose ${file} is ${damage} while it serves lives, and knows of every change that could be made`, async (t) => {
      const { data, key } = await prepare(t);
      const running = await serve(t, data);
      assert.equal(await ask(running, key), '200 r1');
      spoil(join(data, file));
      // What others write before the server has opened another is lost when it leaves the one that is gone: SQLite's own limit.
      if (damage === 'removed') await until(() => existsSync(join(data, file)));
      const { code } = await sylva(['keys', 'revoke', 'key_1', '--data', data]);
      if (file === 'sylva.db-shm' && damage !== 'a folder') assert.equal(code, 0, 'nothing was lost');
      await until(async () => (await ask(running, key)) === (code === 0 ? '401' : '200 r1'));
      assert.equal(running.process.signalCode ?? running.process.exitCode, null);
      assert.equal(await running.stop(), 0);
    });
  }
}
