// In charge of showing whose catalogue it is, and whom to ask.

import type { Contact } from '../../../src/domain/owner.ts';
import { useSurroundings } from './surroundings.ts';

export function Logo({ size }: { size: number }) {
  const { owner } = useSurroundings();
  return <img class="logo" src={owner.hasLogo ? 'assets/logo' : 'assets/icon.svg'} alt="" width={size} height={size} />;
}

/** In the other language where there is none in the visitor's. */
export function About() {
  const { owner, locale } = useSurroundings();
  const other = locale === 'en' ? 'es' : 'en';
  const language = owner.about[locale] === null ? other : locale;
  const text = owner.about[language];
  return text === null ? null : <p lang={language}>{text}</p>;
}

export function ContactName({ name, mail }: Contact) {
  return mail === null ? <span>{name}</span> : <a href={`mailto:${mail}`}>{name}</a>;
}
