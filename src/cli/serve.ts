// In charge of `sylva serve`: runs the service until it is told to stop.

import { startService } from '../compose.ts';
import type { Settings } from '../config.ts';
import { type Command, Failure, type Input } from './command.ts';

export const SERVE_SETTINGS: Command['settings'] = [
  'host',
  'port',
  'threads',
  'data',
  'trustProxy',
  'rateLimit',
  'rateWindow',
  'rateIpv6Prefix',
  'defaultLocale',
  'publicUrl',
  'corsOrigin',
  'usagePolicyUrl',
  'logLevel',
];

export const serve: Command = {
  name: 'serve',
  summary: 'serve the published catalogue',
  positionals: [],
  flags: {},
  settings: SERVE_SETTINGS,
  example: 'sylva serve --host 0.0.0.0 --port 8080',
  run: (input) => serveUntilStopped(input, () => {}),
};

/** `whenReady` may add to the one line that says where the service listens. */
export async function serveUntilStopped(input: Input, whenReady: (address: string) => void): Promise<number> {
  const stopped = stopSignal();
  const service = await startService(input.settings).catch((error) => {
    throw new Failure(whyNotListening(error, input.settings));
  });
  if (input.json) input.print(JSON.stringify({ address: service.address }));
  else input.print(`listening on ${service.address}`);
  whenReady(service.address);
  await stopped;
  await service.close();
  return 0;
}

function whyNotListening(error: NodeJS.ErrnoException, { host, port }: Settings): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is already in use: choose another with --port, or 0 for a free one.`;
  if (error.code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine: choose another with --host.`;
  if (error.code === 'EACCES')
    return `Port ${port} needs more rights than this user has: choose one above 1023 with --port.`;
  return error.message;
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
