// `npm run bench`: everything that is measured, with one command and no set-up.

import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSylva, startSylva, sylva } from '../test/support/sylva.ts';
import { writeNdjson } from './generate.ts';
import { printTable, seconds } from './measure.ts';
import { benchQuestions } from './questions.ts';
import { benchSwaps } from './swaps.ts';

const EVERY_TREE_ON_EARTH = 73_300;

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}

/** Publishes a catalogue and serves it; `then` gets the running server. */
async function benchLifecycle(
  species: number,
  then: (server: RunningSylva, data: string) => Promise<void> = async () => {},
): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'sylva-bench-'));
  const cleanUp: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const source = join(folder, 'trees.ndjson');
    const data = join(folder, 'data');
    await writeNdjson(species, source);
    const [published, publishTime] = await timed(() => sylva(['publish', source, '--data', data]));
    if (published.code !== 0) throw new Error(published.stdout + published.stderr);
    await sylva(['allow', 'add', '127.0.0.1', '--data', data]);
    const context = { after: (close: unknown) => cleanUp.unshift(close as () => void) };
    const serve = ['serve', '--data', data, '--rate-limit', '1000000', '--log-level', 'warn'];
    await (await startSylva(context, serve)).stop();
    const [server, readyTime] = await timed(() => startSylva(context, serve));
    const memory = residentMegabytes(server);
    await then(server, data);
    const [snapshot] = globSync(join(data, 'cache/*.snapshot'));
    const row = {
      species: species.toLocaleString('en'),
      publish: seconds(publishTime),
      ready: seconds(readyTime),
      snapshot: `${(statSync(snapshot).size / 2 ** 20).toFixed(1)} MiB`,
      'memory at rest': `${memory} MiB`,
      'memory at the end': `${residentMegabytes(server)} MiB`,
    };
    await server.stop();
    return row;
  } finally {
    for (const each of cleanUp) each();
  }
}

function residentMegabytes({ process: { pid } }: RunningSylva): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

/** A second revision, so that there is something to swap. */
async function swapRevisions({ origin }: RunningSylva, data: string): Promise<void> {
  const source = join(data, '../second.ndjson');
  await writeNdjson(EVERY_TREE_ON_EARTH - 1, source);
  const { code, stderr } = await sylva(['publish', source, '--data', data]);
  if (code !== 0) throw new Error(stderr);
  await benchSwaps(origin, data);
}

const lifecycles = [await benchLifecycle(200), await benchLifecycle(EVERY_TREE_ON_EARTH, swapRevisions)];
printTable('From content to a server that answers', lifecycles);
await benchQuestions([1_000, 10_000, EVERY_TREE_ON_EARTH]);
