// In charge of what stays the same over a connection: who is behind it and the key that it showed, worked out once, and
// which of its requests is under way. One look-up a request gives all of it.

import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Address, formatAddress, shortened } from '../access/address.ts';
import { type Callers, isValidAt, type KnownKey } from '../access/callers.ts';
import { ClientAddresses } from '../access/client-address.ts';
import type { ConnectionLimit } from '../access/connection-limit.ts';
import { type ClientKey, clientKeyOf } from '../access/rate-limit.ts';
import type { Settings } from '../config.ts';
import type { Exchange } from './exchange.ts';

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

export class Connection {
  /** Requests so far. */
  requests = 0;
  /** The one that is being answered. */
  current: Exchange | undefined;
  /** Those that were sent ahead. */
  readonly waiting: Exchange[] = [];
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

type KnownSocket = Duplex & { [CONNECTION]?: Connection };

export class Connections {
  readonly #clients: Clients;
  readonly #limit: ConnectionLimit;
  readonly #open = new Set<Connection>();

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
    if (!this.#limit.tryOpen(key, this.#clients.isProxy(peer))) return false;
    const connection = new Connection(socket, peer, this.#clients);
    (socket as KnownSocket)[CONNECTION] = connection;
    this.#open.add(connection);
    socket.once('close', () => {
      this.#open.delete(connection);
      this.#limit.close(key);
    });
    return true;
  }

  of(socket: KnownSocket): Connection {
    return socket[CONNECTION] as Connection;
  }

  get count(): number {
    return this.#limit.open;
  }

  /** Ends those whose client has not taken its answer since a time. */
  endSlow(latest: number): void {
    for (const { current } of this.#open) if (current && current.startedAt < latest) current.abandon();
  }
}

class Clients {
  readonly #addresses: ClientAddresses;
  readonly #ipv6Prefix: number;
  readonly #isShortened: boolean;

  constructor({ trustProxy, rateIpv6Prefix, logAddresses }: Settings) {
    this.#addresses = new ClientAddresses(trustProxy);
    this.#ipv6Prefix = rateIpv6Prefix;
    this.#isShortened = logAddresses === 'short';
  }

  peer(remoteAddress: string | undefined): Address {
    return this.#addresses.peer(remoteAddress);
  }

  isProxy(peer: Address): boolean {
    return this.#addresses.isTrusted(peer);
  }

  of(peer: Address, forwardedFor: string | undefined): Client {
    const address = this.#addresses.resolve(peer, forwardedFor);
    const text = formatAddress(this.#isShortened ? shortened(address) : address);
    return { address, text, key: clientKeyOf(address, this.#ipv6Prefix) };
  }
}
