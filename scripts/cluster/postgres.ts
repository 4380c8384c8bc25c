// In charge of a PostgreSQL of our own: in a temporary folder, on a free port, gone when it is no longer needed.

import { join } from 'node:path';
import pg from 'pg';
import { findProgram, freePort, makeFolder, Program, run } from './program.ts';

const USER = 'sylva';
export const POSTGRES_FOLDERS = '/usr/lib/postgresql/*/bin';

export const postgresProgram = (): string | undefined => findProgram('postgres', POSTGRES_FOLDERS);

export class Postgres {
  readonly port: number;
  readonly #folder: string;
  #program: Program | undefined;
  #databases = 0;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  static async start(folder: string): Promise<Postgres> {
    const postgres = new Postgres(makeFolder(folder), await freePort());
    const initdb = findProgram('initdb', POSTGRES_FOLDERS) as string;
    const words = ['-D', join(folder, 'data'), '-U', USER, '--auth=trust', '--no-sync', '--encoding=UTF8'];
    await run(initdb, [...words, '--locale=C.UTF-8'], { cwd: folder });
    await postgres.start();
    return postgres;
  }

  get program(): Program {
    return this.#program as Program;
  }

  /** Again after it was stopped, on the same port and with the same data. */
  async start(): Promise<void> {
    const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `port=${this.port}`, `unix_socket_directories=`];
    const words = ['-D', join(this.#folder, 'data'), ...settings.flatMap((each) => ['-c', each])];
    this.#program = new Program(postgresProgram() as string, words, { cwd: this.#folder });
    await this.#program.says(/ready to accept connections/);
  }

  /** At once, ending all connections. */
  async stop(): Promise<void> {
    this.#program?.thaw();
    await this.#program?.end('SIGINT');
  }

  /** A new empty database; returns its address. */
  async database(): Promise<string> {
    const name = `sylva_${++this.#databases}`;
    await this.query(`CREATE DATABASE ${name}`);
    return this.urlOf(name);
  }

  urlOf(database: string, port = this.port): string {
    return `postgres://${USER}@127.0.0.1:${port}/${database}`;
  }

  async query(sql: string, database = 'postgres'): Promise<any[]> {
    const client = new pg.Client(this.urlOf(database));
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }
}
