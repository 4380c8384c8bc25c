// Requests that were tampered with: each gets answers or none, all of them well-formed, none of them a failure of ours, and
// none with data for who has no key.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { assertHeads, Dice, mutated, requestsOfAllKinds } from '../../support/hostile-requests.ts';
import { often } from '../../support/often.ts';
import { type Besieged, besiege, holdDuring } from '../../support/siege.ts';

/** Half of them to warm up; those that are not tampered with come on top. */
const REQUESTS = often(10_000, 100_000);
const AT_ONCE = 50;

/** All that comes back, until the server closes or has said nothing for a moment after its last whole answer. */
function converse(port: number, localAddress: string, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', () => {});
    // A server that gets no more answers what it got, and closes. A reset needs no time to be forgotten.
    socket.on('end', () => socket.resetAndDestroy());
    socket.on('close', () => resolve(text));
    socket.end(bytes);
  });
}

const STATUSES = new Set([200, 204, 304, 400, 401, 404, 405, 408, 414, 431]);

function assertSound(answers: string, sent: string, mayRead: boolean): void {
  if (answers === '') return;
  assert.match(answers, /^HTTP\/1\.1 \d{3} /, `an answer begins oddly to ${JSON.stringify(sent)}`);
  for (const [, status] of answers.matchAll(/(?:^|\r\n\r\n|[}\]>])HTTP\/1\.1 (\d{3}) /g)) {
    assert.ok(STATUSES.has(Number(status)), `${status} for ${JSON.stringify(sent)}`);
  }
  assertHeads(answers, sent);
  if (!mayRead) assert.doesNotMatch(answers, /Edition 1/, `data for ${JSON.stringify(sent)}`);
}

async function traffic({ port, keys }: Besieged, isHostile: boolean, dice: Dice): Promise<void> {
  let begun = 0;
  const client = async (number: number) => {
    while (begun++ < (isHostile ? REQUESTS / 2 : REQUESTS / 10)) {
      const mayRead = dice.below(2) === 0;
      const whole = dice.oneOf(requestsOfAllKinds(mayRead ? keys.good : keys.revoked));
      const sent = isHostile ? mutated(whole, dice) : whole;
      const answers = await converse(port, `127.0.2.${1 + number}`, Buffer.from(sent, 'latin1'));
      assertSound(answers, sent, mayRead);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => client(number)));
}

test(`${REQUESTS} requests that were tampered with get sound answers and harm nobody else`, async (t) => {
  const besieged = await besiege(t, ['--threads', '2']);
  const dice = new Dice(1);
  await holdDuring(t, besieged, (isHostile) => traffic(besieged, isHostile, dice));
});
