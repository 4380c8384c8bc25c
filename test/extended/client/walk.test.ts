// The client walks every tree species thought to exist, under the limit, over a server that restarts in between.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateTrees, writeNdjson } from '../../../bench/generate.ts';
import { SylvaClient } from '../../../client/src/index.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { startSylva, sylva } from '../../support/sylva.ts';

const SPECIES = 73_300;
const PAGES = Math.ceil(SPECIES / 100);
/** The limit as it is; the window is short, so that the walk takes a minute rather than eight. */
const LIMIT = ['--rate-limit', '100', '--rate-window', '2', '--log-level', 'warn'];

test(`${SPECIES} species: each once, no request refused, through a restart`, { timeout: 600_000 }, async (t) => {
  const folder = temporaryFolder(t);
  const [source, data] = [join(folder, 'trees.ndjson'), join(folder, 'data')];
  await writeNdjson(SPECIES, source);
  for (const words of [
    ['publish', source],
    ['allow', 'add', '127.0.0.1'],
  ]) {
    const { code, stderr } = await sylva([...words, '--data', data]);
    assert.equal(code, 0, stderr);
  }
  const serve = ['serve', '--data', data, ...LIMIT];
  const first = await startSylva(t, serve);

  const statuses = new Map<number | string, number>();
  const counting: typeof fetch = async (...request) => {
    const note = (outcome: number | string) => statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
    const response = await fetch(...request).catch((error) => {
      note('no answer');
      throw error;
    });
    note(response.status);
    return response;
  };
  const restart = async () => {
    assert.equal(await first.stop(), 0);
    await startSylva(t, [...serve, '--port', new URL(first.origin).port]);
  };

  const client = new SylvaClient({ baseUrl: first.origin, fetch: counting, maxRetries: 10 });
  const seen = new Set<string>();
  const started = performance.now();
  let restarted: Promise<void> | undefined;
  let given = 0;
  for await (const { slug } of client.trees.all()) {
    seen.add(slug);
    if (++given === SPECIES / 2) restarted = restart();
  }
  await restarted;

  t.diagnostic(
    `${given} trees in ${Math.round((performance.now() - started) / 1000)} s: ${JSON.stringify([...statuses])}`,
  );
  assert.equal(given, SPECIES);
  assert.deepEqual(seen, new Set(generateTrees(SPECIES).map(({ slug }) => slug)));
  assert.equal(statuses.get(200), PAGES);
  assert.ok((statuses.get('no answer') ?? 0) > 0, 'the restart was felt');
  assert.deepEqual(
    [...statuses.keys()].filter((each) => each !== 200),
    ['no answer'],
  );
});
