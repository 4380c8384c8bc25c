// Connects to PostgreSQL with time-outs, and drops connections that do not answer.

import { Socket } from 'node:net';
import {
  type DatabaseConnection,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';
import { type Location, nameOf } from '../../config/location.ts';
import { StoreError, WrongStoreError } from '../errors.ts';
import { waitAtMost } from './wait-at-most.ts';

export const CONNECT_MILLISECONDS = 2_000;
const CLOSE_MILLISECONDS = 1_000;
const MAX_CONNECTIONS = 4;

export class ConnectionPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #name: string;
  readonly #sockets = new Set<Socket>();

  constructor(location: Extract<Location, { kind: 'postgres' }>, patienceMilliseconds: number) {
    this.#name = nameOf(location);
    this.#pool = new pg.Pool({
      connectionString: location.url,
      application_name: 'sylva',
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      query_timeout: patienceMilliseconds,
      keepAlive: true,
      stream: () => this.#socket(),
    });
    // An idle connection that breaks is dropped; the next query gets another one, or an error.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  get options(): object {
    return this.#pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect().catch((error) => {
      throw trouble(this.#name, error);
    });
    let isBroken = false;
    let explained: StoreError | undefined;
    return {
      query: async (sql: string, parameters: readonly unknown[]) => {
        if (isBroken) throw new LostConnectionError(this.#name);
        try {
          return (await client.query(sql, parameters as unknown[])) as PostgresQueryResult<unknown>;
        } catch (error) {
          // After the first error of a transaction every query fails: the first one says why.
          if (!explained || (error as { code?: string }).code !== FAILED_TRANSACTION)
            explained = trouble(this.#name, error);
          // Also if the server shuts down, or has ended this connection.
          isBroken = !(error instanceof pg.DatabaseError) || /^(57P|08)/.test(error.code ?? '');
          throw isBroken ? new LostConnectionError(this.#name, explained.message) : explained;
        }
      },
      release: () => client.release(isBroken),
    } as PostgresPoolClient;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  /** Cuts connections that don't end soon, as those of a server that hangs. */
  async close(): Promise<void> {
    await waitAtMost(CLOSE_MILLISECONDS, this.#endAll());
    for (const socket of this.#sockets) socket.destroy();
  }

  async #endAll(): Promise<void> {
    await this.#pool.end().catch(() => {});
    // A connection that fails is closed too.
    await Promise.all([...this.#sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  }

  #socket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    return socket.once('close', () => this.#sockets.delete(socket));
  }
}

class LostConnectionError extends StoreError {
  readonly database: string;

  constructor(database: string, message = `The connection to the database ${database} was lost.`) {
    super(message);
    this.database = database;
  }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0];

/** For a connection that is lost within a transaction. */
export class Driver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection).catch((error) => {
      if (!(error instanceof LostConnectionError)) throw error;
      throw new StoreError(
        `The connection to the database ${error.database} was lost at the last step: the change may or may not be in force. Look before you try again.`,
      );
    });
  }

  /** The end of a connection rolls back. */
  override async rollbackTransaction(connection: Connection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error) => {
      if (!(error instanceof LostConnectionError)) throw error;
    });
  }
}

/** By the beginnings of codes. */
const REASONS: [codes: string[], reason: string][] = [
  [['ECONNREFUSED'], 'nothing listens there'],
  [['ENOTFOUND', 'EAI_AGAIN'], 'there is no such host'],
  [['28'], 'it does not accept this user or password'],
  [['3D000'], 'there is no such database'],
  [['53300'], 'it has no free connection'],
  [['57P'], 'it is shutting down or starting'],
  [['55P03'], 'another change is under way; try again when it is done'],
  [['42501'], 'this user may not do that'],
  [['25006'], 'it can only be read'],
];

const [UNKNOWN_TABLE, FAILED_TRANSACTION] = ['42P01', '25P02'];

function trouble(name: string, error: unknown): StoreError {
  const { code = '', message } = error as Error & { code?: string };
  if (code === UNKNOWN_TABLE) return new WrongStoreError(`The database ${name} holds no store (${message}).`);
  const known = REASONS.find(([codes]) => codes.some((start) => code.startsWith(start)))?.[1];
  const reason = known ?? (/timeout/i.test(message) ? 'it does not answer' : 'it failed');
  return new StoreError(`The database ${name} cannot be used: ${reason} (${message || code}).`);
}
