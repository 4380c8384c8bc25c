// A connection to a server that can go dead without a word, as a cable or a firewall does it.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export interface FaultyLink {
  port: number;
  /** Nothing comes through the connections of this moment any more; new ones are well. */
  goDead(): void;
  /** Goes dead as soon as a client sends this text, which does not arrive. */
  goDeadAt(text: string): void;
  /** Cuts a connection as soon as its client sends this text, which does not arrive. */
  cutAt(text: string): void;
  /** Keeps back what the server sends through the connections of this moment, until it is released. */
  hold(): void;
  release(): void;
}

export async function faultyLink(t: Pick<TestContext, 'after'>, target: number): Promise<FaultyLink> {
  const pairs = new Set<[Socket, Socket]>();
  let [fatal, cutting]: (string | undefined)[] = [];
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    pairs.add([near, far]);
    for (const socket of [near, far]) socket.on('error', () => {});
    far.pipe(near);
    near.on('data', (chunk: Buffer) => {
      if (cutting !== undefined && chunk.includes(cutting)) near.resetAndDestroy();
      else if (fatal !== undefined && chunk.includes(fatal)) goDead();
      else far.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  });
  const goDead = () => {
    fatal = undefined;
    for (const [near, far] of pairs) {
      near.removeAllListeners('data').pause();
      far.unpipe(near).pause();
    }
  };
  const goDeadAt = (text: string) => {
    fatal = text;
  };
  const cutAt = (text: string) => {
    cutting = text;
  };
  const hold = () => {
    for (const [near, far] of pairs) far.unpipe(near).pause();
  };
  const release = () => {
    for (const [near, far] of pairs) far.pipe(near);
  };
  return { port: (server.address() as AddressInfo).port, goDead, goDeadAt, cutAt, hold, release };
}
