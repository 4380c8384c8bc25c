// In charge of the top of the page: the name, the sections, the language.

import { listPlace, narrowingOf, type Place, wholePlace } from '../address.ts';
import { revisionBefore } from '../question.ts';
import { CallButton, type CallSwitch } from './call.tsx';
import { Link } from './link.tsx';
import { Logo } from './owner.tsx';
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
  const { texts, locale, owner } = useSurroundings();
  return (
    <header class="top">
      <Link to={listPlace(locale)} class="brand">
        <Logo size={30} />
        <span class="brand-name">{owner.title ?? 'Sylva'}</span>
        {owner.title === null && <span class="brand-line">{texts.tagline}</span>}
      </Link>
      <Sections place={place} revision={revision} />
      <Languages place={place} />
      <CallButton {...call} />
    </header>
  );
}

const OF_TREES: Place['view'][] = ['tree', 'compare', 'print'];

function Sections({ place, revision }: Props) {
  const { texts, locale } = useSurroundings();
  // The question goes along to the other sections; one's own section begins anew.
  const asked = (view: Place['view']) => (view === place.view ? undefined : narrowingOf(place));
  const sections: [Place, string][] = [
    [{ ...listPlace(locale), ...asked('trees') }, texts.trees],
    [wholePlace('families', locale, asked('families')), texts.families],
    [wholePlace('calendar', locale, asked('calendar')), texts.calendar],
    [{ view: 'changes', locale, since: revision && revisionBefore(revision), page: 1 }, texts.changes],
  ];
  const current = OF_TREES.includes(place.view) ? 'trees' : place.view;
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
