// In charge of the call behind a view, ready to copy: the explorer teaches the API.

import { useState } from 'preact/hooks';
import type { Place } from '../address.ts';
import { pathOf, questionOf } from '../question.ts';
import { asClientCode, asCurl } from '../snippets.ts';
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
      <Snippet name="curl" code={asCurl(question, actions.baseUrl)} />
      <Snippet name={texts.client} code={asClientCode(question, actions.baseUrl)} />
      <p class="quiet">
        {texts.callLinks} <a href="docs">{texts.reference}</a>.
      </p>
    </section>
  );
}

function readable(path: string): string {
  return decodeURIComponent(path.replaceAll('+', ' '));
}

const FEEDBACK_MS = 2000;

function Snippet({ name, code }: { name: string; code: string }) {
  const { texts } = useSurroundings();
  const [word, setWord] = useState<string>();
  const copy = async () => {
    const isCopied = await copyText(code);
    setWord(isCopied ? texts.copied : texts.copyFailed);
    setTimeout(() => setWord(undefined), FEEDBACK_MS);
  };
  return (
    <div class="snippet">
      <div class="snippet-head">
        <span>{name}</span>
        <button type="button" class="quiet-button" aria-label={word ?? texts.copyOf(name)} onClick={copy}>
          {word ?? texts.copy}
        </button>
      </div>
      <span class="unseen" role="status">
        {word}
      </span>
      <pre>
        <code>{code}</code>
      </pre>
    </div>
  );
}

/** Browsers offer the clipboard to pages that came encrypted or from the machine itself. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
