// In charge of the foot of the page: what is left of the limit, the reference, the way out.

import type { RateLimit } from '../../../client/src/index.ts';
import { useSurroundings } from './surroundings.ts';

export function Footer({ limit, hasKey }: { limit: RateLimit | undefined; hasKey: boolean }) {
  const { texts, actions, number } = useSurroundings();
  return (
    <footer>
      <a href="docs">{texts.reference}</a>
      {limit && <span class="quiet">{texts.remaining(number(limit.remaining), number(limit.limit))}</span>}
      {hasKey && (
        <button type="button" class="quiet-button" onClick={actions.forgetKey}>
          {texts.signOut}
        </button>
      )}
    </footer>
  );
}
