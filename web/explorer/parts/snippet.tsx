// In charge of code that is ready to copy.

import { useState } from 'preact/hooks';

const FEEDBACK_MS = 2000;

interface Props {
  name: string;
  code: string;
  words: { copy: string; copied: string; copyFailed: string; copyOf(name: string): string };
}

export function Snippet({ name, code, words }: Props) {
  const [word, setWord] = useState<string>();
  const copy = async () => {
    const isCopied = await copyText(code);
    setWord(isCopied ? words.copied : words.copyFailed);
    setTimeout(() => setWord(undefined), FEEDBACK_MS);
  };
  return (
    <div class="snippet">
      <div class="snippet-head">
        <span>{name}</span>
        <button type="button" class="quiet-button" aria-label={word ?? words.copyOf(name)} onClick={copy}>
          {word ?? words.copy}
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
