import { type RegisterName, withoutPrefix, wrongIdentifier } from '../../src/domain/identifiers.ts';

const ADDRESSES: Record<RegisterName, (identifier: string) => string> = {
  // The identifier of a release may follow that of the name, which alone has a page.
  wfo: (identifier) => `https://www.worldfloraonline.org/taxon/${identifier.slice(0, 'wfo-0123456789'.length)}`,
  ipni: (identifier) => `https://www.ipni.org/n/${withoutPrefix(identifier)}`,
  gbif: (identifier) => `https://www.gbif.org/species/${identifier}`,
  iucn: (identifier) =>
    identifier.includes('/')
      ? `https://www.iucnredlist.org/species/${identifier}`
      : `https://www.iucnredlist.org/details/${identifier}/0`,
};

/** The page of an identifier; undefined if it is malformed, or of a register that is not known. */
export function identifierAddress(register: string, identifier: string): string | undefined {
  if (!Object.hasOwn(ADDRESSES, register) || wrongIdentifier(register, identifier)) return undefined;
  return ADDRESSES[register as RegisterName](identifier.toLowerCase());
}
