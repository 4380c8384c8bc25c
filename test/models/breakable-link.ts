// A way to a server that can be cut and mended: whoever is connected is thrown out, and nobody gets through meanwhile.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface BreakableLink {
  port: number;
  cut(): void;
  mend(): void;
  /** Keeps back what the server sends, until it is released. */
  hold(): void;
  release(): void;
  close(): void;
}

export async function breakableLink(target: number): Promise<BreakableLink> {
  const sockets = new Set<Socket>();
  const pairs = new Map<Socket, Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    near.pipe(far);
    far.pipe(near);
    pairs.set(near, far);
    near.on('close', () => pairs.delete(near));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    if (isCut) near.destroy();
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  const throwOut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      throwOut();
    },
    mend() {
      isCut = false;
    },
    hold() {
      for (const [near, far] of pairs) far.unpipe(near).pause();
    },
    release() {
      for (const [near, far] of pairs) far.pipe(near);
    },
    close() {
      server.close();
      throwOut();
    },
  };
}
