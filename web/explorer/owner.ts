// In charge of whose catalogue it is: the page says so, before anybody has entered a key.

import type { Owner } from '../../src/domain/owner.ts';

const NOBODY: Owner = { title: null, contact: null, about: { en: null, es: null }, hasLogo: false };

export function readOwner(): Owner {
  const told = document.querySelector<HTMLMetaElement>('meta[name=sylva-catalogue]')?.content;
  return told ? JSON.parse(told) : NOBODY;
}
