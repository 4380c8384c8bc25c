// In charge of a whole cluster on this machine: PostgreSQL, Redis, instances and a load balancer, as processes of ours.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Balancer, startHaproxy } from './haproxy.ts';
import { Postgres } from './postgres.ts';
import { freePort, Program, run } from './program.ts';
import { Redis } from './redis.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const SYLVA = join(ROOT, 'bin/sylva');

/** The load balancer calls from this machine. */
const SERVE = ['serve', '--trust-proxy', '127.0.0.1', '--drain-seconds', '1'];

interface Options {
  instances?: number;
  /** Further words of `sylva serve`. */
  words?: string[];
  withRedis?: boolean;
}

export class Instance {
  readonly port: number;
  readonly address: string;
  readonly #words: string[];
  #program: Program | undefined;

  constructor(port: number, words: string[]) {
    this.port = port;
    this.address = `http://127.0.0.1:${port}`;
    this.#words = [...words, '--port', String(port)];
  }

  get program(): Program {
    return this.#program as Program;
  }

  async start(): Promise<void> {
    this.#program = new Program(SYLVA, this.#words, { asSelf: true });
    await this.#program.says(/listening on/);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals | null> {
    return (await this.#program?.end(signal)) ?? null;
  }
}

export class Cluster {
  readonly postgres: Postgres;
  readonly redis: Redis | undefined;
  readonly database: string;
  readonly instances: Instance[];
  readonly balancer: Balancer;
  /** An API key. */
  readonly key: string;

  private constructor(parts: Pick<Cluster, 'postgres' | 'redis' | 'database' | 'instances' | 'balancer' | 'key'>) {
    this.postgres = parts.postgres;
    this.redis = parts.redis;
    this.database = parts.database;
    this.instances = parts.instances;
    this.balancer = parts.balancer;
    this.key = parts.key;
  }

  static async start(folder: string, { instances: count = 3, words = [], withRedis = true }: Options = {}) {
    const [postgres, redis] = await Promise.all([
      Postgres.start(join(folder, 'postgres')),
      withRedis ? Redis.start(join(folder, 'redis')) : undefined,
    ]);
    const database = await postgres.database();
    const key = await firstKey(['--database', database, '--data', join(folder, 'commands')]);
    const engines = ['--database', database, ...(redis ? ['--redis', redis.url] : [])];
    const instances: Instance[] = [];
    for (let number = 1; number <= count; number++) {
      const data = ['--data', join(folder, `instance-${number}`)];
      instances.push(new Instance(await freePort(), [...SERVE, ...engines, ...data, ...words]));
    }
    await Promise.all(instances.map((instance) => instance.start()));
    const balancer = await startHaproxy(
      join(folder, 'haproxy'),
      instances.map(({ port }) => port),
    );
    return new Cluster({ postgres, redis, database, instances, balancer, key });
  }

  get address(): string {
    return this.balancer.address;
  }

  async stop(): Promise<void> {
    await this.balancer.program.end('SIGKILL');
    await Promise.all(this.instances.map((instance) => instance.stop('SIGKILL')));
    await this.redis?.stop();
    await this.postgres.stop();
  }
}

/** Publishes the sample catalogue, and makes a key for it. */
async function firstKey(store: string[]): Promise<string> {
  await run(SYLVA, ['publish', join(ROOT, 'content'), ...store], { asSelf: true });
  const made = await run(SYLVA, ['keys', 'create', '--name', 'cluster', '--json', ...store], { asSelf: true });
  return JSON.parse(made).key;
}
