// Listens for changes over a connection of its own. A notice can be lost or never come, so the caller polls as well.

import { Socket } from 'node:net';
import pg from 'pg';
import type { Location } from '../../config/location.ts';
import { CONNECT_MILLISECONDS } from './postgres-connections.ts';

export const CHANNEL = 'sylva_changes';
export const RETRY_MILLISECONDS = 500;

export class PostgresNotices {
  readonly #url: string;
  #socket: Socket | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ url }: Extract<Location, { kind: 'postgres' }>) {
    this.#url = url;
  }

  /** Also calls back whenever it begins to listen: earlier notices were lost. */
  follow(onNotice: () => unknown): void {
    const socket = new Socket();
    this.#socket = socket;
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'sylva notices',
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      query_timeout: CONNECT_MILLISECONDS,
      keepAlive: true,
      stream: () => socket,
    });
    let isOver = false;
    const again = () => {
      if (isOver) return;
      isOver = true;
      socket.destroy();
      if (!this.#isClosed) this.#retry = setTimeout(() => this.follow(onNotice), RETRY_MILLISECONDS).unref();
    };
    client.on('error', again).on('end', again).on('notification', onNotice);
    client
      .connect()
      .then(() => client.query(`LISTEN ${CHANNEL}`))
      .then(onNotice)
      .catch(again);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#socket?.destroy();
  }
}
