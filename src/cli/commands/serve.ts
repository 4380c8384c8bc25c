import { inspect } from 'node:util';
import type { Settings } from '../../config/settings.ts';
import type { RunningService } from '../../server/compose.ts';
import type { ListenError } from '../../server/threads.ts';
import type { Command, Input } from '../framework/command.ts';
import { Failure } from '../framework/errors.ts';
import { reload, untilStopped } from '../framework/signals.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'serve the published catalogue',
  does: ['serve', 'open-store'],
  example:
    'sylva serve --host 0.0.0.0 --port 8080\nsylva serve --trust-proxy 127.0.0.1 --public-url https://trees.example.org\nsylva serve --config /etc/sylva/sylva.toml',
  run: (input) => serveUntilStopped(input),
};

/** The maximum after draining: requests under way have 8 s. */
const STOP_SECONDS = 10;

/** Prints the address, as JSON with `more`; `whenReady` is told whether it was printed. */
export async function serveUntilStopped(
  input: Input,
  more: object = {},
  whenReady: (service: RunningService, isTold: Promise<boolean>) => void = () => {},
): Promise<number> {
  const { settings, live, reread, complain, output } = input;
  output.isOfService = true;
  // Node would write the error itself, and wait for the reader.
  process.on('uncaughtException', (error) => output.endAtOnce(inspect(error)));
  let hangUp = () => {};
  const stopped = untilStopped(output, () => hangUp());
  // Imported here, so that other commands start sooner.
  const { startService } = await import('../../server/compose.ts');
  const service = await startService(settings, live, output.error).catch((error) => {
    throw new Failure(error.name === 'ListenError' ? whyNotListening(error, settings) : error.message);
  });
  hangUp = () => reload({ ...settings, ...service.live() }, reread, service);
  for (const caution of service.cautions) complain(`Careful: ${caution}`);
  for (const hint of firstSteps(service, settings)) complain(hint);
  whenReady(service, tellAddress(service, input, more));
  await stopped;
  output.endWithin(service.live().drainSeconds + STOP_SECONDS);
  await service.close();
  return 0;
}

function firstSteps({ lacks }: RunningService, { data, database }: Settings): string[] {
  const where = database ? '--database ADDRESS' : `--data ${data}`;
  const steps = [
    lacks.catalogue && `Nothing is published yet: sylva publish SOURCE ${where} does that.`,
    lacks.callers &&
      `Nobody may call yet: sylva keys create --name NAME ${where} makes a key, sylva allow add CIDR ${where} lets an address in without one.`,
  ];
  return steps.filter((step) => step !== false);
}

async function tellAddress(service: RunningService, { json, print }: Input, more: object): Promise<boolean> {
  const { address, metricsAddress, log } = service;
  const described = JSON.stringify({ address, ...(metricsAddress && { metricsAddress }), ...more });
  const isTold = await print(json ? described : `listening on ${address}`);
  if (!isTold) log.warn({ address }, 'standard output cannot be written');
  return isTold;
}

export function whyNotListening(error: ListenError, { host, port }: Pick<Settings, 'host' | 'port'>): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is already in use: choose another with --port, or 0 for a free one.`;
  if (error.code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine: choose another with --host.`;
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return `No address was found for ${host}: choose another with --host.`;
  if (error.code === 'EACCES')
    return `Port ${port} needs more rights than this user has: choose one above 1023 with --port.`;
  return error.message;
}
