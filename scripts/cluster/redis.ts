// In charge of a Redis of our own: in a temporary folder, on a free port, gone when it is no longer needed.

import { findProgram, freePort, makeFolder, Program } from './program.ts';

export const redisProgram = (): string | undefined => findProgram('redis-server');

export class Redis {
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  #program: Program | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(folder: string): Promise<Redis> {
    const redis = new Redis(makeFolder(folder), await freePort());
    await redis.start();
    return redis;
  }

  get program(): Program {
    return this.#program as Program;
  }

  /** Again after it was stopped, on the same port and with nothing in it. */
  async start(): Promise<void> {
    const words = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.#program = new Program(redisProgram() as string, [...words, '--dir', this.#folder], { cwd: this.#folder });
    await this.#program.says(/Ready to accept connections/i);
  }

  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await this.#program?.end(signal);
  }
}
