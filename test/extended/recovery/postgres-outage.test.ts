// Servers that follow a store in PostgreSQL: they notice changes, and outlive the database.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Postgres } from '../../../scripts/cluster/postgres.ts';
import { command } from '../../support/command.ts';
import { enginesFolder, privatePostgres, withoutPostgres } from '../../support/engines.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { oakPage } from '../../support/sources.ts';
import { type RunningSylva, startSylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const skip = withoutPostgres;

async function prepare(t: TestContext, database: string, number = 1) {
  const store = await storeOf(t, temporaryFolder(t), { database });
  await publishTrees(store, edition(number));
  await store.access.allow('127.0.0.1', null);
  return store;
}

const serve = (t: TestContext, data: string, database: string) =>
  startSylva(t, ['serve', '--data', data, '--database', database, '--rate-limit', '1000000', '--log-level', 'info']);

async function description({ origin }: RunningSylva): Promise<string> {
  const response = await fetch(`${origin}/api/v1/trees?pageSize=1`);
  const body = (await response.json()) as any;
  assert.equal(response.status, 200, JSON.stringify(body));
  return body.data[0].description;
}

test('a server follows a store in PostgreSQL, and says nothing of its password', { skip }, async (t) => {
  const database = (await (await privatePostgres()).database()).replace('sylva@', 'sylva:secret-word@');
  const store = await prepare(t, database);
  const running = await serve(t, temporaryFolder(t), database);
  assert.equal(await description(running), 'Edition 1.');
  await publishTrees(store, edition(2));
  await until(async () => (await description(running)) === 'Edition 2.');
  assert.equal(await running.stop(), 0);
  assert.ok(!running.output().includes('secret-word'));
});

test('a database that stops, hangs and comes back: reads go on, commands say why, and all is well afterwards', {
  skip,
}, async (t) => {
  const postgres = await Postgres.start(join(enginesFolder(), 'of-its-own'));
  t.after(() => postgres.stop());
  const database = await postgres.database();
  await prepare(t, database);
  const data = temporaryFolder(t);
  const running = await serve(t, data, database);
  await postgres.stop();
  await until(() => /cannot read the store/.test(running.output()));
  assert.equal(await description(running), 'Edition 1.');

  const refused = await command(['allow', 'add', '192.0.2.1', '--database', database]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^The database 127\.0\.0\.1:\d+\/sylva_1 cannot be used: nothing listens there/);
  const restarted = await serve(t, data, database);
  assert.equal(await description(restarted), 'Edition 1.');

  await postgres.start();
  postgres.program.freeze();
  const hanging = await command(['allow', 'add', '192.0.2.1', '--database', database]);
  assert.equal(hanging.code, 1);
  assert.match(hanging.stderr, /does not answer/);
  assert.equal(await description(await serve(t, data, database)), 'Edition 1.');
  postgres.program.thaw();

  assert.equal(
    (
      await command([
        'publish',
        writeFiles(t, { 'en/oak.md': oakPage() }),
        '--allow-removals',
        '--database',
        database,
        '--data',
        data,
      ])
    ).code,
    0,
  );
  for (const each of [running, restarted]) await until(async () => (await description(each)) !== 'Edition 1.');
  assert.equal(running.output().match(/cannot read the store/g)?.length, 1);
  postgres.program.freeze();
  assert.equal(await running.stop(), 0);
});

test('what was known of another database is not believed', { skip }, async (t) => {
  const postgres = await privatePostgres();
  const data = temporaryFolder(t);
  const [one, other] = [await postgres.database(), await postgres.database()];
  await prepare(t, one, 1);
  await prepare(t, other, 2);
  await (await serve(t, data, one)).stop();
  const gone = other.replace(`:${postgres.port}`, ':1');
  await assert.rejects(serve(t, data, gone), /nothing listens there/);
  assert.equal(await description(await serve(t, data, other)), 'Edition 2.');
});

test('rows that were altered on their way are not served', { skip }, async (t) => {
  const postgres = await privatePostgres();
  const database = await postgres.database();
  const store = await prepare(t, database);
  const running = await serve(t, temporaryFolder(t), database);
  const name = new URL(database).pathname.slice(1);
  await postgres.query(
    `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.record := replace(NEW.record, 'Edition', 'edition'); RETURN NEW; END $$;
     CREATE TRIGGER spoil BEFORE INSERT ON tree_versions FOR EACH ROW EXECUTE FUNCTION spoil()`,
    name,
  );
  await publishTrees(store, edition(2));
  await until(() => /cannot load the active revision; the last good one stays/.test(running.output()));
  assert.equal(await description(running), 'Edition 1.');
});
