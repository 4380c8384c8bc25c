// In charge of whose request it is: the socket's peer, or whom a trusted proxy says it speaks for.

import { type Address, includes, parseAddress, type Range } from './address.ts';

const UNKNOWN: Address = { family: 6, value: 0n };

/** No request comes through more proxies; a header that says so is made to keep us busy. */
const MOST_HOPS = 32;

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
  resolve(peer: Address, forwardedFor = ''): Address {
    let client = peer;
    let end = forwardedFor.length;
    for (let hops = 0; hops < MOST_HOPS && end > 0 && this.isTrusted(client); hops++) {
      const comma = forwardedFor.lastIndexOf(',', end - 1);
      const address = parseEntry(forwardedFor.slice(comma + 1, end).trim());
      if (!address) break;
      client = address;
      end = comma;
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
