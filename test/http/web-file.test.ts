// Files for browsers: which of them are compressed, and how often they are read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Exchange } from '../../src/http/pipeline/exchange.ts';
import { WebFile } from '../../src/http/site/web-file.ts';

interface Sent {
  encoding: string | undefined;
  body: Buffer;
}

/** What a client is sent that takes gzip. */
async function sent(file: WebFile): Promise<Sent> {
  let answer: Sent = { encoding: undefined, body: Buffer.alloc(0) };
  const exchange = {
    header: (name: string) => (name === 'accept-encoding' ? 'gzip' : undefined),
    send(_status: number, headers: string[], body: Buffer) {
      const at = headers.indexOf('Content-Encoding');
      answer = { encoding: at === -1 ? undefined : headers[at + 1], body };
    },
  };
  await file.send(exchange as unknown as Exchange);
  return answer;
}

test('a file of a kilobyte or more is compressed, unless it is packed already', async () => {
  const lengths = fc.oneof(fc.integer({ min: 1022, max: 1026 }), fc.integer({ min: 0, max: 5_000 }));
  const types = fc.constantFrom('text/html', 'image/svg+xml', 'application/zip', 'application/gzip');
  await fc.assert(
    fc.asyncProperty(lengths, types, async (length, type) => {
      const whole = Buffer.alloc(length, 'tree');
      const { encoding, body } = await sent(new WebFile(type, () => whole));
      const isCompressed = length >= 1024 && !/zip$/.test(type);
      assert.equal(encoding, isCompressed ? 'gzip' : undefined);
      assert.ok((isCompressed ? gunzipSync(body) : body).equals(whole));
    }),
  );
});

test('a file is read once; what could not be read is tried again', async () => {
  let readings = 0;
  const file = new WebFile('text/html', async () => {
    if (++readings === 1) throw new Error('not yet');
    return Buffer.from('a page');
  });
  await assert.rejects(sent(file), /not yet/);
  for (let time = 0; time < 3; time++) assert.equal((await sent(file)).body.toString(), 'a page');
  assert.equal(readings, 2);
});
