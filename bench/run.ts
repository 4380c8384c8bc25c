// `npm run bench`: everything that is measured, with one command and no set-up.

import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSylva, sylva } from '../test/support/sylva.ts';
import { writeNdjson } from './generate.ts';
import { printTable, seconds } from './measure.ts';
import { benchQuestions } from './questions.ts';

const EVERY_TREE_ON_EARTH = 73_300;

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}

async function benchLifecycle(species: number): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'sylva-bench-'));
  const cleanUp: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const source = join(folder, 'trees.ndjson');
    await writeNdjson(species, source);
    const [published, publishTime] = await timed(() => sylva(['publish', source, '--data', folder, '--json']));
    if (published.code !== 0) throw new Error(published.stdout + published.stderr);
    const context = { after: (close: unknown) => cleanUp.unshift(close as () => void) };
    const [server, readyTime] = await timed(() =>
      startSylva(context, ['serve', '--data', folder, '--log-level', 'warn']),
    );
    const response = await fetch(`${server.origin}/readyz`);
    if (!response.ok) throw new Error(`answered ${response.status}`);
    await server.stop();
    const [snapshot] = globSync(join(folder, 'cache/*.snapshot'));
    const { size } = statSync(snapshot);
    return {
      species: species.toLocaleString('en'),
      publish: seconds(publishTime),
      ready: seconds(readyTime),
      snapshot: `${(size / 2 ** 20).toFixed(1)} MiB`,
    };
  } finally {
    for (const each of cleanUp) each();
  }
}

printTable('From content to a server that answers', [
  await benchLifecycle(200),
  await benchLifecycle(EVERY_TREE_ON_EARTH),
]);
await benchQuestions([1_000, 10_000, EVERY_TREE_ON_EARTH]);
