// In charge of whose request it is: the socket's peer, or whom a trusted proxy says it speaks for.

import { type Address, includes, parseAddress, type Range } from './address.ts';

const UNKNOWN: Address = { family: 6, value: 0n };

export class ClientAddresses {
  readonly #trusted: readonly Range[];

  constructor(trusted: readonly Range[]) {
    this.#trusted = trusted;
  }

  peer(remoteAddress: string | undefined): Address {
    return (remoteAddress && parseAddress(remoteAddress)) || UNKNOWN;
  }

  /**
   * Walks `X-Forwarded-For` from the right, past trusted proxies, to the first address that is not one. An entry that is
   * no address ends the walk: what stands left of it is nobody's word.
   */
  resolve(peer: Address, forwardedFor: string | undefined): Address {
    let client = peer;
    for (const entry of forwardedFor?.split(',').reverse() ?? []) {
      if (!this.isTrusted(client)) break;
      const address = parseEntry(entry.trim());
      if (!address) break;
      client = address;
    }
    return client;
  }

  isTrusted(address: Address): boolean {
    return this.#trusted.some((range) => includes(range, address));
  }
}

/** Some proxies write the port as well. */
function parseEntry(entry: string): Address | undefined {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry) ?? [];
  return parseAddress(bracketed ?? plain ?? entry);
}
