// Defines the identifiers that a tree has in other catalogues: their format and comparison key.

import { fold } from './vocabulary.ts';

const IPNI_NAME = 'urn:lsid:ipni.org:names:';

export const REGISTERS = {
  wfo: { pattern: /^wfo-\d{10}(?:-\d{4}-\d{2})?$/, example: 'wfo-0000586842' },
  ipni: { pattern: /^(?:urn:lsid:ipni\.org:names:)?[1-9]\d{0,11}-[1-9]$/, example: '11187-2' },
  gbif: { pattern: /^\d{1,12}$/, example: '5406697' },
  iucn: { pattern: /^\d{1,12}(?:\/\d{1,12})?$/, example: '61782438/61782442' },
};

export type RegisterName = keyof typeof REGISTERS;

/** An example of the register's identifiers if this one is malformed. */
export function wrongIdentifier(register: string, identifier: string): string | undefined {
  if (!Object.hasOwn(REGISTERS, register)) return undefined;
  const { pattern, example } = REGISTERS[register as RegisterName];
  return pattern.test(identifier.toLowerCase()) ? undefined : example;
}

/** Separates identifier and register in a key; no request can contain it. */
const BOUNDARY = '\u0000';

export function identifierKey(register: string, identifier: string): string {
  return `${fold(withoutPrefix(identifier))}${BOUNDARY}${register.toLowerCase()}`;
}

/** The keys that a request may mean: `whole` for `wfo:…`, `start` for an identifier in any register. */
export function keysOfRequest(text: string): { whole: string | undefined; start: string } {
  const bare = withoutPrefix(text);
  const colon = bare.indexOf(':');
  const whole = colon === -1 ? undefined : identifierKey(bare.slice(0, colon).trim(), bare.slice(colon + 1));
  return { whole, start: identifierKey('', bare) };
}

/** Without the prefix of an LSID of IPNI. */
export function withoutPrefix(identifier: string): string {
  const lower = identifier.toLowerCase();
  return lower.startsWith(IPNI_NAME) ? lower.slice(IPNI_NAME.length) : identifier;
}
