// In charge of what stays the same over a connection: who is behind it and the key that it showed, worked out once, and
// which of its requests is under way. One look-up a request gives all of it.

import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Callers, isValidAt, type KnownKey } from '../../access/callers.ts';
import type { ConnectionLimit } from '../../access/connection-limit.ts';
import { type ClientKey, clientKeyOf } from '../../access/rate-limit/contract.ts';
import type { Settings } from '../../config/settings.ts';
import { type Address, ClientAddresses, formatAddress, shortened } from '../../net/address.ts';

/** What a client may still send after the last answer, and for how long, before it is cut off. */
const LINGER_BYTES = 256 * 1024;
const LINGER_MILLISECONDS = 1_000;

export interface Client {
  address: Address;
  /** The address as the log shows it. */
  text: string;
  /** Whom it shares a window of the rate limit with. */
  key: ClientKey;
}

/** What a connection must know of its requests. */
export interface Answered {
  /** When its client last took a piece of its answer, or when that was begun. */
  readonly heardAt: number;
  abandon(): void;
}

export class Connection<Request extends Answered> {
  /** Requests so far. */
  requests = 0;
  /** The one that is being answered. */
  current: Request | undefined;
  /** Those that were sent ahead. */
  readonly waiting: Request[] = [];
  /** Whether a request was taken whose answer is the last: what comes behind it is not looked at. */
  isOver = false;
  readonly #socket: Socket;
  readonly #clients: Clients;
  readonly #peer: Address;
  #client: Client;
  #forwardedFor: string | undefined;
  #callers: Callers | undefined;
  #keyText: string | undefined;
  #key: KnownKey | undefined;
  #mostBytes = Number.POSITIVE_INFINITY;

  constructor(socket: Socket, peer: Address, clients: Clients) {
    this.#socket = socket;
    this.#clients = clients;
    this.#peer = peer;
    this.#client = clients.of(peer, undefined);
  }

  /** Whose request it is; over a proxy's connection come those of many. */
  clientFor(forwardedFor: string | undefined): Client {
    if (forwardedFor !== this.#forwardedFor) {
      this.#forwardedFor = forwardedFor;
      this.#client = this.#clients.of(this.#peer, forwardedFor);
    }
    return this.#client;
  }

  /** The key of a request, if it is valid now: looked up when it is another one, or when the callers have changed. */
  keyFor(text: string | undefined, callers: Callers, now: number): KnownKey | undefined {
    if (text !== this.#keyText || callers !== this.#callers) {
      this.#keyText = text;
      this.#callers = callers;
      this.#key = callers.findKey(text);
    }
    return this.#key && isValidAt(this.#key, now) ? this.#key : undefined;
  }

  /**
   * Ends it for a client that may still be sending. To close a socket that has bytes nobody read resets it, and the answer
   * is lost on its way: so this side is closed, and for a moment what comes is thrown away.
   */
  leave(): void {
    this.#mostBytes = this.#socket.bytesRead + LINGER_BYTES;
    this.#socket.end();
    this.#socket.resume();
    setTimeout(() => this.#socket.destroy(), LINGER_MILLISECONDS).unref();
  }

  /** To be called when something came that is not looked at. */
  ignored(): void {
    if (this.#socket.bytesRead > this.#mostBytes) this.#socket.destroy();
  }
}

const CONNECTION = Symbol('connection');

type KnownSocket = Duplex & { [CONNECTION]?: Connection<never> };

export class Connections<Request extends Answered> {
  readonly #clients: Clients;
  readonly #limit: ConnectionLimit;
  readonly #open = new Set<Connection<Request>>();

  constructor(settings: Settings, limit: ConnectionLimit) {
    this.#clients = new Clients(settings);
    this.#limit = limit;
  }

  /** Takes a new connection in; whether there is room for it. */
  open(socket: Socket): boolean {
    // Node takes its own listener away from a socket that it hands over: an error without any would end the thread.
    socket.on('error', () => {});
    const peer = this.#clients.peer(socket.remoteAddress);
    const { key } = this.#clients.of(peer, undefined);
    if (!this.#limit.tryOpen(key, this.#clients.isTrusted(peer))) return false;
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

  get count(): number {
    return this.#limit.open;
  }

  /** Ends those whose client has not taken its answer since a time. */
  endSlow(latest: number): void {
    for (const { current } of this.#open) if (current && current.heardAt < latest) current.abandon();
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
