// In charge of the client behind each request, worked out once per connection where no proxy stands between.

import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Address, formatAddress } from '../access/address.ts';
import { ClientAddresses } from '../access/client-address.ts';
import { type ClientKey, clientKeyOf } from '../access/rate-limit.ts';
import type { Settings } from '../config.ts';

export interface Client {
  address: Address;
  /** The address as the log shows it. */
  text: string;
  /** Whom it shares a window of the rate limit with. */
  key: ClientKey;
}

export class Clients {
  readonly #addresses: ClientAddresses;
  readonly #ipv6Prefix: number;
  readonly #direct = new WeakMap<Duplex, Client>();

  constructor({ trustProxy, rateIpv6Prefix }: Settings) {
    this.#addresses = new ClientAddresses(trustProxy);
    this.#ipv6Prefix = rateIpv6Prefix;
  }

  of(socket: Duplex, forwardedFor: string | undefined): Client {
    const known = this.#direct.get(socket);
    if (known) return known;
    const peer = this.#addresses.peer((socket as Socket).remoteAddress);
    const client = this.#clientAt(this.#addresses.resolve(peer, forwardedFor));
    if (this.#addresses.isDirect(peer)) this.#direct.set(socket, client);
    return client;
  }

  #clientAt(address: Address): Client {
    return { address, text: formatAddress(address), key: clientKeyOf(address, this.#ipv6Prefix) };
  }
}
