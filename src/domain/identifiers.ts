// Defines the identifiers that a tree has in other catalogues: their format, comparison key and page address.

import { fold } from './vocabulary.ts';

interface Register {
  pattern: RegExp;
  example: string;
  address(identifier: string): string;
}

const IPNI_NAME = 'urn:lsid:ipni.org:names:';

export const REGISTERS = {
  wfo: {
    pattern: /^wfo-\d{10}(?:-\d{4}-\d{2})?$/,
    example: 'wfo-0000586842',
    // The identifier of a release may follow that of the name, which alone has a page.
    address: (identifier) => `https://www.worldfloraonline.org/taxon/${identifier.slice(0, 'wfo-0123456789'.length)}`,
  },
  ipni: {
    pattern: /^(?:urn:lsid:ipni\.org:names:)?[1-9]\d{0,11}-[1-9]$/,
    example: '11187-2',
    address: (identifier) => `https://www.ipni.org/n/${withoutPrefix(identifier)}`,
  },
  gbif: {
    pattern: /^\d{1,12}$/,
    example: '5406697',
    address: (identifier) => `https://www.gbif.org/species/${identifier}`,
  },
  iucn: {
    pattern: /^\d{1,12}(?:\/\d{1,12})?$/,
    example: '61782438/61782442',
    address: (identifier) =>
      identifier.includes('/')
        ? `https://www.iucnredlist.org/species/${identifier}`
        : `https://www.iucnredlist.org/details/${identifier}/0`,
  },
} satisfies Record<string, Register>;

export type RegisterName = keyof typeof REGISTERS;

function isRegister(name: string): name is RegisterName {
  return Object.hasOwn(REGISTERS, name);
}

/** An example of the register's identifiers if this one is malformed. */
export function wrongIdentifier(register: string, identifier: string): string | undefined {
  if (!isRegister(register)) return undefined;
  const { pattern, example } = REGISTERS[register];
  return pattern.test(identifier.toLowerCase()) ? undefined : example;
}

export function identifierAddress(register: string, identifier: string): string | undefined {
  if (!isRegister(register) || wrongIdentifier(register, identifier)) return undefined;
  return REGISTERS[register].address(identifier.toLowerCase());
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

function withoutPrefix(identifier: string): string {
  const lower = identifier.toLowerCase();
  return lower.startsWith(IPNI_NAME) ? lower.slice(IPNI_NAME.length) : identifier;
}
