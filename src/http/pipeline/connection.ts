// Keeps what stays the same over a connection: its client and the key it sent last, looked up once, and its request in progress.

import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Callers, isValidAt, type KnownKey } from '../../access/callers.ts';
import type { ConcurrencyLimit } from '../../access/concurrency-limit.ts';
import { type ClientKey, clientKeyOf } from '../../access/rate-limit/contract.ts';
import type { Settings } from '../../config/settings.ts';
import { type Address, ClientAddresses, formatAddress, shortened } from '../../net/address.ts';

/** What a client may still send after the last response, and for how long. */
const LINGER_BYTES = 256 * 1024;
const LINGER_MILLISECONDS = 1_000;

export interface Client {
  address: Address;
  /** The address as the log shows it. */
  text: string;
  /** Identifies its window of the rate limit. */
  key: ClientKey;
}

interface PendingRequest {
  /** When its response was begun, or the client last took a chunk of it. */
  readonly lastActiveAt: number;
  abandon(): void;
}

export class Connection<Request extends PendingRequest> {
  requestCount = 0;
  /** The request being answered. */
  current: Request | undefined;
  /** Pipelined requests. */
  readonly waiting: Request[] = [];
  /** Whether the last request was accepted: whatever follows it is ignored. */
  isOver = false;
  readonly #socket: Socket;
  readonly #clients: Clients;
  readonly #peer: Address;
  #client: Client;
  #forwardedFor: string | undefined;
  #callers: Callers | undefined;
  #keyText: string | undefined;
  #key: KnownKey | undefined;
  #maxBytesRead = Number.POSITIVE_INFINITY;

  constructor(socket: Socket, peer: Address, clients: Clients) {
    this.#socket = socket;
    this.#clients = clients;
    this.#peer = peer;
    this.#client = clients.of(peer, undefined);
  }

  /** A proxy's connection carries requests of many clients. */
  clientFor(forwardedFor: string | undefined): Client {
    if (forwardedFor !== this.#forwardedFor) {
      this.#forwardedFor = forwardedFor;
      this.#client = this.#clients.of(this.#peer, forwardedFor);
    }
    return this.#client;
  }

  /** The key, if it is valid now. Looks it up only if it or the callers have changed. */
  keyFor(text: string | undefined, callers: Callers, now: number): KnownKey | undefined {
    if (text !== this.#keyText || callers !== this.#callers) {
      this.#keyText = text;
      this.#callers = callers;
      this.#key = callers.findKey(text);
    }
    return this.#key && isValidAt(this.#key, now) ? this.#key : undefined;
  }

  /** Closes for writing, then discards input for a moment: closing a socket with unread bytes resets it and loses the response. */
  linger(): void {
    this.#maxBytesRead = this.#socket.bytesRead + LINGER_BYTES;
    this.#socket.end();
    this.#socket.resume();
    setTimeout(() => this.#socket.destroy(), LINGER_MILLISECONDS).unref();
  }

  /** To be called for input that is ignored. */
  discardInput(): void {
    if (this.#socket.bytesRead > this.#maxBytesRead) this.#socket.destroy();
  }
}

const CONNECTION = Symbol('connection');

type KnownSocket = Duplex & { [CONNECTION]?: Connection<never> };

export class Connections<Request extends PendingRequest> {
  readonly #clients: Clients;
  readonly #limit: ConcurrencyLimit;
  readonly #open = new Set<Connection<Request>>();

  constructor(settings: Settings, limit: ConcurrencyLimit) {
    this.#clients = new Clients(settings);
    this.#limit = limit;
  }

  /** Returns false if the connection limit is reached. */
  open(socket: Socket): boolean {
    // Node removes its own listener from a socket that it hands over: an error without a listener would end the thread.
    socket.on('error', () => {});
    const peer = this.#clients.peer(socket.remoteAddress);
    const { key } = this.#clients.of(peer, undefined);
    if (this.#limit.tryOpen(key, this.#clients.isTrusted(peer))) return false;
    const connection = new Connection<Request>(socket, peer, this.#clients);
    (socket as KnownSocket)[CONNECTION] = connection as Connection<never>;
    this.#open.add(connection);
    socket.once('close', () => {
      this.#open.delete(connection);
      this.#limit.close(key);
    });
    return true;
  }

  of(socket: Duplex): Connection<Request> {
    return (socket as KnownSocket)[CONNECTION] as Connection<Request>;
  }

  abandonInactiveSince(time: number): void {
    for (const { current } of this.#open) if (current && current.lastActiveAt < time) current.abandon();
  }
}

class Clients extends ClientAddresses {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    super(settings.trustProxy);
    this.#settings = settings;
  }

  of(peer: Address, forwardedFor: string | undefined): Client {
    const { logAddresses, rateIpv6Prefix } = this.#settings;
    const address = this.resolve(peer, forwardedFor);
    const text = formatAddress(logAddresses === 'short' ? shortened(address) : address);
    return { address, text, key: clientKeyOf(address, rateIpv6Prefix) };
  }
}
