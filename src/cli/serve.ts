// In charge of `sylva serve`: runs the service until it is told to stop.

import { type RunningService, startService } from '../compose.ts';
import type { Settings } from '../config.ts';
import { ListenError } from '../serve/threads.ts';
import { type Command, Failure, type Input } from './command.ts';
import { endOnFault, endWithin } from './end.ts';
import { reload } from './reload.ts';
import { listenForSignals } from './signals.ts';

export const SERVE_SETTINGS: Command['settings'] = [
  'host',
  'port',
  'threads',
  'data',
  'database',
  'redis',
  'trustProxy',
  'rateLimit',
  'rateWindow',
  'rateIpv6Prefix',
  'connections',
  'connectionsPerAddress',
  'defaultLocale',
  'publicUrl',
  'corsOrigin',
  'usagePolicyUrl',
  'docs',
  'drainSeconds',
  'metricsPort',
  'metricsHost',
  'logLevel',
  'logFormat',
  'logAddresses',
  'logKeyNames',
];

export const serve: Command = {
  name: 'serve',
  summary: 'serve the published catalogue',
  positionals: [],
  flags: {},
  settings: SERVE_SETTINGS,
  example:
    'sylva serve --host 0.0.0.0 --port 8080\nsylva serve --trust-proxy 127.0.0.1 --public-url https://trees.example.org\nsylva serve --config /etc/sylva/sylva.toml',
  run: (input) => serveUntilStopped(input, () => {}),
};

/** What stopping takes at most, after draining: requests under way have 8 s. */
const STOP_SECONDS = 10;

/** `whenReady` may add to the one line that says where the service listens. */
export async function serveUntilStopped(input: Input, whenReady: (service: RunningService) => void): Promise<number> {
  const { settings, reread, complain, output } = input;
  output.isOfService = true;
  endOnFault(output);
  const signals = listenForSignals(output);
  const service = await startService(settings, output.error).catch((error) => {
    throw new Failure(error instanceof ListenError ? whyNotListening(error, settings) : error.message);
  });
  signals.onHangUp(() => reload(settings, reread, service));
  for (const caution of service.cautions) complain(`Careful: ${caution}`);
  for (const hint of firstSteps(service, settings)) complain(hint);
  tellAddress(service, input);
  whenReady(service);
  await signals.stopped;
  endWithin(settings.drainSeconds + STOP_SECONDS, output);
  await service.close();
  return 0;
}

/** What is to be done before anybody gets an answer. */
function firstSteps({ lacks }: RunningService, { data, database }: Settings): string[] {
  const where = database ? '--database ADDRESS' : `--data ${data}`;
  const steps = [
    lacks.catalogue && `Nothing is published yet: sylva publish SOURCE ${where} does that.`,
    lacks.callers &&
      `Nobody may call yet: sylva keys create --name NAME ${where} makes a key, sylva allow add CIDR ${where} lets an address in without one.`,
  ];
  return steps.filter((step) => step !== false);
}

async function tellAddress({ address, metricsAddress, log }: RunningService, { json, print }: Input): Promise<void> {
  const described = JSON.stringify({ address, ...(metricsAddress && { metricsAddress }) });
  const isTold = await print(json ? described : `listening on ${address}`);
  if (!isTold) log.warn({ address }, 'standard output cannot be written');
}

function whyNotListening(error: ListenError, { host, port }: Settings): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is already in use: choose another with --port, or 0 for a free one.`;
  if (error.code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine: choose another with --host.`;
  if (error.code === 'EACCES')
    return `Port ${port} needs more rights than this user has: choose one above 1023 with --port.`;
  return error.message;
}
