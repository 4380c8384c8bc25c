// Connections that come and go: such that end as they should, and such that are reset, closed or left half open at random
// moments of every kind of request.

import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Dice, requestsOfAllKinds } from './hostile-requests.ts';
import type { Besieged } from './siege.ts';

/** In one wave. */
export const CONNECTIONS = 4_000;
const AT_ONCE = 100;

/** One connection: part of a request, perhaps a wait, perhaps the rest, and then an end of some kind. */
async function attackOnce({ port, keys }: Besieged, dice: Dice): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + dice.below(20)}` });
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => {});
  if (dice.below(2) === 0) socket.resume();
  const bytes = Buffer.from(dice.oneOf(requestsOfAllKinds(keys.good)), 'latin1');
  const cut = dice.below(2) === 0 ? bytes.length : dice.below(bytes.length);
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  socket.write(bytes.subarray(0, cut));
  for (let wait = dice.below(5); wait > 0; wait--) await turn();
  if (dice.below(2) === 0) socket.write(bytes.subarray(cut));
  const ends = [() => socket.resetAndDestroy(), () => socket.destroy(), () => socket.end().resume()];
  dice.oneOf(ends)();
  setTimeout(() => socket.destroy(), 2_000).unref();
  await closed;
}

/** One connection, one whole request, and its answer. */
async function visit({ port, keys }: Besieged, dice: Dice): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + dice.below(20)}` });
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => {}).resume();
  socket.end(dice.oneOf(requestsOfAllKinds(keys.good).slice(0, 6)));
  await closed;
}

/** A wave of connections, hostile or not. */
export async function connectionTraffic(besieged: Besieged, isHostile: boolean): Promise<void> {
  const dice = new Dice(1);
  let begun = 0;
  const client = async () => {
    while (begun++ < CONNECTIONS) await (isHostile ? attackOnce : visit)(besieged, dice);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}
