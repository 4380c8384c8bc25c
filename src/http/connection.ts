// In charge of what stays the same over a connection: who is behind it and the key that it showed, worked out once, and
// which of its requests is under way. One look-up a request gives all of it.

import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Address, formatAddress, shortened } from '../access/address.ts';
import { type Callers, isValidAt, type KnownKey } from '../access/callers.ts';
import { ClientAddresses } from '../access/client-address.ts';
import { type ClientKey, clientKeyOf } from '../access/rate-limit.ts';
import type { Settings } from '../config.ts';
import type { Exchange } from './exchange.ts';

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
  readonly #clients: Clients;
  readonly #peer: Address;
  #client: Client;
  #forwardedFor: string | undefined;
  #callers: Callers | undefined;
  #keyText: string | undefined;
  #key: KnownKey | undefined;

  constructor(peer: Address, clients: Clients) {
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
}

const CONNECTION = Symbol('connection');

type KnownSocket = Duplex & { [CONNECTION]?: Connection };

export class Connections {
  readonly #clients: Clients;
  readonly #open = new Set<Connection>();

  constructor(settings: Settings) {
    this.#clients = new Clients(settings);
  }

  of(socket: KnownSocket): Connection {
    return socket[CONNECTION] ?? this.#add(socket);
  }

  get count(): number {
    return this.#open.size;
  }

  /** Ends those whose client has not taken its answer since a time. */
  endSlow(latest: number): void {
    for (const { current } of this.#open) if (current && current.startedAt < latest) current.abandon();
  }

  #add(socket: KnownSocket): Connection {
    const connection = new Connection(this.#clients.peer((socket as Socket).remoteAddress), this.#clients);
    socket[CONNECTION] = connection;
    this.#open.add(connection);
    socket.once('close', () => this.#open.delete(connection));
    return connection;
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

  of(peer: Address, forwardedFor: string | undefined): Client {
    const address = this.#addresses.resolve(peer, forwardedFor);
    const text = formatAddress(this.#isShortened ? shortened(address) : address);
    return { address, text, key: clientKeyOf(address, this.#ipv6Prefix) };
  }
}
