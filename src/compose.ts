// In charge of choosing implementations: the one place that puts the parts of a running service together.

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import type { Settings } from './config.ts';
import { createHttpServer } from './http/server.ts';
import { Follower } from './store/follow.ts';
import { Revisions } from './store/revisions.ts';

export interface RunningService {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string;
  close(): Promise<void>;
}

/** Starts the service; it is ready, with the active catalogue loaded, when this returns. */
export async function startService(settings: Settings): Promise<RunningService> {
  const log = pino({ level: settings.logLevel, base: null }, pino.destination({ dest: 2, sync: true }));
  const follower = new Follower(new Revisions(settings.data, () => new Date()), log);
  await follower.start();
  const server = createHttpServer({ settings, log, current: () => follower.current });
  const address = await listen(server, settings).catch((error) => {
    follower.stop();
    throw error;
  });
  return {
    address,
    async close() {
      follower.stop();
      await closeServer(server);
    },
  };
}

function listen(server: Server, { host, port }: Settings): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const { address, family, port: actual } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`);
    });
  });
}

/** Requests under way are answered; idle connections are ended at once. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
