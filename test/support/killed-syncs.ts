// The command that keeps a folder, killed at random moments: whatever it leaves must be a whole revision.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { presentCopy } from './copies.ts';
import { temporaryFolder } from './folders.ts';
import { startTestService } from './service.ts';
import { makeText, makeTree } from './trees.ts';

const COMMAND = fileURLToPath(new URL('../../client/src/command/sylva-client.ts', import.meta.url));
const TREES = 500;

/** The command as it stands in the sources. */
export function startSync(folder: string, origin: string): ChildProcess {
  const env = { ...process.env, SYLVA_URL: origin };
  return spawn(process.execPath, [COMMAND, 'sync', folder], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

function edition(number: number) {
  return Array.from({ length: TREES }, (_, index) => {
    const title = index % 40 === number % 40 ? `Tree of r${number}` : 'Tree';
    return makeTree({
      slug: `tree-${index + (number % 7)}`,
      texts: { en: makeText({ title, body: `${index} `.repeat(90) }) },
    });
  });
}

/** Files that stand for a revision, and the others. */
function filesIn(folder: string): { whole: string[]; others: string[] } {
  const names = readdirSync(folder).sort();
  const isWhole = (name: string) => /^trees-r\d+\.ndjson$/.test(name);
  return { whole: names.filter(isWhole), others: names.filter((name) => !isWhole(name)) };
}

/** A server in front that tells when the first request comes. */
async function watchedFront(t: TestContext, origin: string, onRequest: () => void): Promise<string> {
  const front = createServer(({ url, headers }, response) => {
    onRequest();
    request(`${origin}${url}`, { headers }, (answer) => {
      response.writeHead(answer.statusCode as number, answer.headers);
      answer.pipe(response);
    })
      .on('error', () => response.destroy())
      .end();
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  t.after(() => {
    front.close();
    front.closeAllConnections();
  });
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
}

/** Some are done before their moment comes: they do not count. */
export async function killAtRandomMoments(t: TestContext, times: number): Promise<void> {
  const { origin, api, publish } = await startTestService(t, { trees: edition(1) });
  const folder = join(temporaryFolder(t), 'copy');
  let onRequest = () => {};
  const front = await watchedFront(t, origin, () => onRequest());
  const copies = new Map<string, string>();
  const remember = async () => {
    const { revision, text } = await presentCopy(api);
    copies.set(`trees-${revision}.ndjson`, text);
  };
  const checkWhole = () => {
    const { whole, others } = filesIn(folder);
    for (const name of whole) assert.equal(readFileSync(join(folder, name), 'utf8'), copies.get(name), name);
    return { whole, isCut: others.length > 0 };
  };
  /** Killed so long after its first request, or let through to its end. */
  const run = async (killAfterMs?: number) => {
    const child = startSync(folder, front);
    const ended = once(child, 'exit');
    let started = 0;
    onRequest = () => {
      if (started > 0) return;
      started = performance.now();
      if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    };
    const [code, signal] = await ended;
    return { code, wasKilled: signal === 'SIGKILL', ms: performance.now() - started };
  };

  await remember();
  let [killed, cut, without] = [0, 0, 0];
  const usualMs = { whole: 0, changes: 0 };
  for (const way of ['whole', 'changes'] as const) {
    const { code, ms } = await run();
    assert.equal(code, 0);
    usualMs[way] = ms;
    publish(edition(2), 'r2');
    await remember();
  }
  let number = 2;
  while (killed < times) {
    number++;
    const isFirst = number % 2 === 0;
    if (isFirst) rmSync(folder, { recursive: true, force: true });
    publish(edition(number), `r${number}`);
    await remember();
    const before = isFirst ? [] : checkWhole().whole;
    const { wasKilled } = await run((killed && Math.random()) * usualMs[isFirst ? 'whole' : 'changes']);
    const { whole, isCut } = checkWhole();
    if (!isFirst) assert.ok(whole.length > 0 || before.length === 0, 'the copy is gone');
    killed += Number(wasKilled);
    cut += Number(isCut);
    without += Number(whole.length === 0);
    const { code } = await run();
    assert.equal(code, 0);
    checkWhole();
    assert.deepEqual(filesIn(folder), { whole: [`trees-r${number}.ndjson`], others: [] });
  }
  t.diagnostic(`${killed} of ${number - 2} killed: ${cut} in the middle of a file, ${without} before the first copy`);
}
