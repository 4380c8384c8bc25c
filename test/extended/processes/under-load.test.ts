// Publishing and stopping while partners are calling: no request fails, and none is answered from two revisions.

import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../support/folders.ts';
import { often } from '../../support/often.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { startSylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const PUBLISHES = often(4);
const CALLERS = 8;

interface Reply {
  status: number;
  revision: string;
  body: any;
}

/** One request over a kept connection; fails where the answer is not whole. */
function get(agent: Agent, address: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        const revision = String(response.headers['sylva-revision']);
        resolve({ status: response.statusCode ?? 0, revision, body: JSON.parse(text) });
      });
    });
    sent.on('error', (error) => reject(Object.assign(error, { wasTaken: sent.reusedSocket })));
    sent.end();
  });
}

async function prepare(t: TestContext) {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data, { 'keep-revisions': '3' });
  await publishTrees(store, edition(1));
  await store.access.allow('127.0.0.1', null);
  const running = await startSylva(t, ['serve', '--data', data, '--rate-limit', '1000000', '--log-level', 'warn']);
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  t.after(() => agent.destroy());
  return { store, running, agent };
}

function assertFromOneRevision({ status, revision, body }: Reply): void {
  assert.equal(status, 200);
  const editions = new Set(body.data.map(({ description }: any) => description));
  assert.deepEqual([...editions], [`Edition ${revision.slice(1)}.`]);
  assert.equal(body.meta.revision, revision);
}

test(`${PUBLISHES} publishes under constant load: no failed request, no mixture of revisions`, async (t) => {
  const { store, running, agent } = await prepare(t);
  let isOver = false;
  let requests = 0;
  const seen = new Set<string>();
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) {
      const reply = await get(agent, `${running.origin}/api/v1/trees?pageSize=30`);
      assertFromOneRevision(reply);
      seen.add(reply.revision);
      requests++;
    }
  });
  const load = Promise.all(callers);
  await Promise.race([load, until(() => seen.has('r1'))]);
  for (let number = 2; number <= PUBLISHES; number++) {
    await publishTrees(store, edition(number));
    await Promise.race([load, until(() => seen.has(`r${number}`))]);
  }
  isOver = true;
  await load;
  t.diagnostic(`${requests} requests over ${seen.size} revisions`);
  assert.equal(seen.size, PUBLISHES);
});

test('SIGTERM under load: every request that was taken is answered, and the process ends by itself', async (t) => {
  const { running, agent } = await prepare(t);
  let isStopping = false;
  let answered = 0;
  const callers = Array.from({ length: CALLERS }, async () => {
    for (;;) {
      try {
        assertFromOneRevision(await get(agent, `${running.origin}/api/v1/trees?pageSize=30`));
        answered++;
      } catch (error) {
        // Only a new connection, which nobody has taken yet, may be refused, and only once it was told to stop.
        assert.ok(isStopping, String(error));
        assert.equal((error as { wasTaken?: boolean }).wasTaken, false, String(error));
        return;
      }
    }
  });
  await until(() => answered > 200);
  isStopping = true;
  const [code] = await Promise.all([running.stop('SIGTERM'), ...callers]);
  assert.equal(code, 0);
});
