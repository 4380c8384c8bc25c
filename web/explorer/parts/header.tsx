// In charge of the top of the page: the name, the sections, the language.

import { listPlace, type Place } from '../address.ts';
import { Link } from './link.tsx';
import { useSurroundings } from './surroundings.ts';

export function Header({ place }: { place: Place }) {
  const { texts, locale } = useSurroundings();
  return (
    <header class="top">
      <Link to={listPlace(locale)} class="brand">
        <img src="assets/icon.svg" alt="" width="30" height="30" />
        <span class="brand-name">Sylva</span>
        <span class="brand-line">{texts.tagline}</span>
      </Link>
      <Sections place={place} />
      <Languages place={place} />
    </header>
  );
}

function Sections({ place }: { place: Place }) {
  const { texts, locale } = useSurroundings();
  const sections: [Place, string][] = [
    [listPlace(locale), texts.trees],
    [{ view: 'families', locale }, texts.families],
    [{ view: 'calendar', locale }, texts.calendar],
  ];
  const current = place.view === 'tree' ? 'trees' : place.view;
  return (
    <nav aria-label={texts.sections}>
      {sections.map(([to, name]) => (
        <Link key={to.view} to={to} {...(to.view === current && { 'aria-current': 'page' })}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

function Languages({ place }: { place: Place }) {
  const { texts, locale } = useSurroundings();
  const languages = [
    ['en', 'English'],
    ['es', 'Español'],
  ] as const;
  return (
    <nav class="languages" aria-label={texts.language}>
      {languages.map(([each, name]) => (
        <Link
          key={each}
          to={{ ...place, locale: each }}
          lang={each}
          {...(each === locale && { 'aria-current': 'true' })}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
