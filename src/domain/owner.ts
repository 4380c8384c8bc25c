import type { Locale } from './vocabulary.ts';

export interface Contact {
  name: string;
  mail: string | null;
}

export interface Owner {
  title: string | null;
  contact: Contact | null;
  /** A line about the catalogue. */
  about: Record<Locale, string | null>;
  hasLogo: boolean;
}

const MAIL = /^[^\s@<>"?&%]{1,64}@[a-z0-9.-]{1,100}$/i;

/** Reads a name, a mail address, or both as `Name <address>`. */
export function contactIn(text: string): Contact {
  const start = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  const [name, mail] = start === -1 ? [text, text] : [text.slice(0, start), text.slice(start + 1, -1)];
  if (!MAIL.test(mail)) return { name: text, mail: null };
  return { name: name.trim() || mail, mail };
}
