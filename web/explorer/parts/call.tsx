// In charge of the call behind a view, ready to copy: the explorer teaches the API.

import { LANGUAGES } from '../../reference/examples.ts';
import type { Place } from '../address.ts';
import { pathOf, questionOf } from '../question.ts';
import { asClientCode, asCurl } from '../snippets.ts';
import { Snippet } from './snippet.tsx';
import { useSurroundings } from './surroundings.ts';

export interface CallSwitch {
  isOpen: boolean;
  toggle(): void;
}

/** For those who want to know; others come for the trees. */
export function CallButton({ isOpen, toggle }: CallSwitch) {
  const { texts } = useSurroundings();
  return (
    <button
      type="button"
      class="call-button"
      title={texts.call}
      aria-label={texts.call}
      aria-expanded={isOpen}
      aria-controls="call"
      onClick={toggle}
    >
      {'</>'}
    </button>
  );
}

export function Call({ place }: { place: Place }) {
  const { texts, actions } = useSurroundings();
  const question = questionOf(place);
  return (
    <section id="call" class="call" aria-label={texts.call}>
      <p>{texts.callIntro}</p>
      <p>
        <code>GET {readable(pathOf(question))}</code>
      </p>
      <Snippet name="curl" code={asCurl(question, actions.baseUrl)} words={texts} />
      <Snippet name="TypeScript" code={asClientCode(question, actions.baseUrl)} words={texts} />
      {(['Python', 'R'] as const).map((name) => (
        <Snippet key={name} name={name} code={LANGUAGES[name](actions.baseUrl + pathOf(question))} words={texts} />
      ))}
      <p class="quiet">
        {texts.callLinks} <a href="docs">{texts.reference}</a>.
      </p>
    </section>
  );
}

function readable(path: string): string {
  return decodeURIComponent(path.replaceAll('+', ' '));
}
