// Where a client is tried: a real server with a key and a catalogue that can change, and a front that fails as a case wants.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../../../scripts/cluster/program.ts';
import { passOn } from '../../support/cutting-front.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { type RunningSylva, startSylva, sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

type Context = Pick<TestContext, 'after'>;

/** What a request of the front gets in the place of the service's answer; undefined lets it through. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: string }
  | { cutAfter: number }
  | { silent: true }
  | undefined;

export interface Front {
  url: string;
  /** What was asked for and how it was answered, in its order. */
  seen: { path: string; headers: IncomingMessage['headers']; status: number; at: number }[];
}

export const TREES = 230;

/** Trees as `sylva publish` reads them. */
function rows(version: number): string {
  const from = version > 1 ? 1 : 0;
  const lines = Array.from({ length: TREES }, (_, index) => ({
    slug: slugOf(index + from),
    scientificName: `Arbor ${word(index + from)}`,
    family: (index + from) % 2 ? 'Fagaceae' : 'Malvaceae',
    'family.commonName.en': (index + from) % 2 ? 'Beeches' : 'Mallows',
    conservationStatus: 'LC',
    'title.en': `Tree ${index + from}`,
    'title.es': `Árbol ${index + from}`,
    'description.en': `A tree of version ${index < 10 ? version : 1}: é ${noise(index + from)}`,
    'description.es': `Un árbol: ñ ${noise(-index - from)}`,
    ...(index + from === 7 && { synonyms: ['Lignum vetus'], formerSlugs: ['old-tree'] }),
  }));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Little of it can be compressed. */
function noise(seed: number): string {
  return ['a', 'b', 'c', 'd'].map((part) => hash('sha512', `${part}${seed}`)).join(' ');
}

export const slugOf = (index: number) => `arbor-${word(index)}`;

/** A name without digits. */
export function word(index: number): string {
  return String(index)
    .padStart(3, '0')
    .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]);
}

export class Stage {
  readonly #context: Context;
  readonly #data: string;
  readonly #port: number;
  #server: RunningSylva;
  #revision = 0;
  readonly key: string;

  static async open(context: Context): Promise<Stage> {
    const data = temporaryFolder(context);
    await publish(data, 1);
    const { stdout } = await sylva(['keys', 'create', '--name', 'Client', '--data', data, '--json']);
    const port = await freePort();
    const server = await serve(context, data, port);
    return new Stage(context, data, port, server, JSON.parse(stdout).key);
  }

  private constructor(context: Context, data: string, port: number, server: RunningSylva, key: string) {
    this.#context = context;
    this.#data = data;
    this.#port = port;
    this.#server = server;
    this.#revision = 1;
    this.key = key;
  }

  get origin(): string {
    return this.#server.origin;
  }

  get revision(): string {
    return `r${this.#revision}`;
  }

  folder(): string {
    return temporaryFolder(this.#context);
  }

  /** Another catalogue: returns when it is served. */
  async publish(): Promise<void> {
    this.#revision++;
    await publish(this.#data, this.#revision);
    const ready = async () => ((await (await fetch(`${this.origin}/readyz`)).json()) as any).revision;
    await until(async () => (await ready()) === this.revision);
  }

  /** Ended and begun anew, at the same address. */
  async restart(): Promise<void> {
    await this.#server.stop();
    this.#server = await serve(this.#context, this.#data, this.#port);
  }

  /** Another server of the same catalogue, with a limit. */
  async strict(limit: number, windowSeconds: number): Promise<string> {
    const words = ['--rate-limit', String(limit), '--rate-window', String(windowSeconds)];
    return (await startSylva(this.#context, ['serve', '--data', this.#data, '--log-level', 'error', ...words])).origin;
  }

  /** `plan` is asked for each request, which is numbered from 1; it may do something first. */
  async front(
    plan: (number: number) => Fault | Promise<Fault> = () => undefined,
    origin = this.origin,
  ): Promise<Front> {
    const seen: Front['seen'] = [];
    const server = createServer(async (asked, response) => {
      const { url: path = '', headers } = asked;
      const entry = { path, headers, status: 0, at: performance.now() };
      const fault = await plan(seen.push(entry));
      response.on('close', () => {
        entry.status = response.headersSent ? response.statusCode : 0;
      });
      if (fault && 'status' in fault) response.writeHead(fault.status, fault.headers).end(fault.body ?? 'no');
      else if (!fault || !('silent' in fault)) passOn(asked, response, origin, fault?.cutAfter);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#context.after(() => {
      server.close();
      server.closeAllConnections();
    });
    // By a name that keeps cut answers from being held against the document.
    return { url: `http://localhost:${(server.address() as AddressInfo).port}`, seen };
  }
}

async function publish(data: string, version: number): Promise<void> {
  const file = join(data, `source-${version}.ndjson`);
  writeFileSync(file, rows(version));
  const { code, stderr } = await sylva(['publish', file, '--data', data, '--allow-removals']);
  assert.equal(code, 0, stderr);
}

function serve(context: Context, data: string, port: number): Promise<RunningSylva> {
  const words = ['--rate-limit', '100000', '--log-level', 'error', '--port', String(port)];
  return startSylva(context, ['serve', '--data', data, ...words]);
}
