// In charge of the foot of the page: whose catalogue it is, the reference, the licence of the data, what is left of the limit, the way out.

import type { RateLimit } from '../../../client/src/index.ts';
import { showHelp } from './help.tsx';
import { About, ContactName } from './owner.tsx';
import { useSurroundings } from './surroundings.ts';

/** Nothing where the settings say nothing. */
function OwnerLines() {
  const { texts, owner } = useSurroundings();
  if (!owner.title && !owner.contact && !owner.about.en && !owner.about.es) return null;
  return (
    <div class="owner">
      {owner.title && <strong>{owner.title}</strong>}
      <About />
      {owner.contact && (
        <p>
          {texts.contact} <ContactName {...owner.contact} />
        </p>
      )}
    </div>
  );
}

export function Footer({ limit, hasKey }: { limit: RateLimit | undefined; hasKey: boolean }) {
  const { texts, actions, number } = useSurroundings();
  return (
    <footer>
      <OwnerLines />
      <a href="docs">{texts.reference}</a>
      <a href="usage-policy" rel="license">
        {texts.usagePolicy}
      </a>
      <button type="button" class="quiet-button" onClick={showHelp}>
        {texts.keys}
      </button>
      {limit && <span class="quiet">{texts.remaining(number(limit.remaining), number(limit.limit))}</span>}
      {hasKey && (
        <button type="button" class="quiet-button" onClick={actions.forgetKey}>
          {texts.signOut}
        </button>
      )}
    </footer>
  );
}
