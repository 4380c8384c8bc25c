// In charge of the call behind a view, ready to copy: the explorer teaches the API.

import { useState } from 'preact/hooks';
import type { Place } from '../address.ts';
import { pathOf, questionOf } from '../question.ts';
import { asClientCode, asCurl } from '../snippets.ts';
import { useSurroundings } from './surroundings.ts';

export function Call({ place }: { place: Place }) {
  const { texts, actions } = useSurroundings();
  const question = questionOf(place);
  return (
    <details class="call">
      <summary>
        <span class="call-label">{texts.call}</span> <code>GET {readable(pathOf(question))}</code>
      </summary>
      <p>{texts.callIntro}</p>
      <Snippet name="curl" code={asCurl(question, actions.baseUrl)} />
      <Snippet name={texts.client} code={asClientCode(question, actions.baseUrl)} />
      <p class="quiet">
        {texts.callLinks} <a href="docs">{texts.reference}</a>.
      </p>
    </details>
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
