// Fuzzes the HTTP side: tampered requests over random cuts of their bytes, to a server in this process, so that an error
// that nobody catches ends it.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { generateKey } from '../../../src/access/api-key.ts';
import { fuzz } from '../../support/fuzz.ts';
import { assertHeads, type Dice, mutated, requestsOfAllKinds } from '../../support/hostile-requests.ts';
import { edition } from '../../support/publishing.ts';
import { startTestService } from '../../support/service.ts';
import { wholeFile } from '../../support/whole-file.ts';

const REQUESTS_A_CASE = 20;

const key = generateKey((length) => new Uint8Array(length).fill(7));
const { origin } = await startTestService(wholeFile, { trees: edition(1), keys: [key], allowlist: [] });
const port = Number(new URL(origin).port);

/** Sends the bytes in pieces, and returns what came back until the connection ended. */
async function converse(bytes: Buffer, dice: Dice): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => {}).on('end', () => socket.resetAndDestroy());
  const closed = new Promise((resolve) => socket.on('close', resolve));
  for (let at = 0; at < bytes.length; ) {
    const end = dice.below(3) === 0 ? at + 1 + dice.below(bytes.length - at) : bytes.length;
    socket.write(bytes.subarray(at, end));
    at = end;
    if (dice.below(4) === 0) await turn();
  }
  if (dice.below(8) === 0) socket.resetAndDestroy();
  else socket.end();
  await closed;
  return text;
}

fuzz('tampered requests get an answer that is not a fault of ours, with every header', async (dice) => {
  for (let number = 0; number < REQUESTS_A_CASE; number++) {
    const hasKey = dice.below(2) === 0;
    const sent = mutated(dice.oneOf(requestsOfAllKinds(hasKey ? key : 'none')), dice);
    const text = await converse(Buffer.from(sent, 'latin1'), dice);
    assert.match(text, /^(HTTP\/1\.1 (?!5)\d{3} |$)/, JSON.stringify(sent));
    assert.doesNotMatch(text, /^HTTP\/1\.1 5/m, JSON.stringify(sent));
    assertHeads(text, sent);
    if (!hasKey) assert.doesNotMatch(text, /Edition 1/, JSON.stringify(sent));
  }
});
