// In charge of the top of the page: the name, the sections, the language.

import { listPlace, type Place } from '../address.ts';
import { revisionBefore } from '../question.ts';
import { CallButton, type CallSwitch } from './call.tsx';
import { Link } from './link.tsx';
import { useSurroundings } from './surroundings.ts';

interface Props {
  place: Place;
  /** The present one, where it is known. */
  revision: string | undefined;
}

interface HeaderProps extends Props {
  call: CallSwitch;
}

export function Header({ place, revision, call }: HeaderProps) {
  const { texts, locale } = useSurroundings();
  return (
    <header class="top">
      <Link to={listPlace(locale)} class="brand">
        <img src="assets/icon.svg" alt="" width="30" height="30" />
        <span class="brand-name">Sylva</span>
        <span class="brand-line">{texts.tagline}</span>
      </Link>
      <Sections place={place} revision={revision} />
      <Languages place={place} />
      <CallButton {...call} />
    </header>
  );
}

function Sections({ place, revision }: Props) {
  const { texts, locale } = useSurroundings();
  const sections: [Place, string][] = [
    [listPlace(locale), texts.trees],
    [{ view: 'families', locale }, texts.families],
    [{ view: 'calendar', locale }, texts.calendar],
    [{ view: 'changes', locale, since: revision && revisionBefore(revision), page: 1 }, texts.changes],
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
