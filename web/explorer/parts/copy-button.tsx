// In charge of buttons that copy a text, and say whether they could.

import { useState } from 'preact/hooks';

export interface CopyWords {
  copied: string;
  copyFailed: string;
}

interface Props {
  name: string;
  /** What it is to be called where its name alone would not say it. */
  label?: string;
  /** Asked for at the click. */
  text(): string;
  words: CopyWords;
}

const FEEDBACK_MS = 2000;

export function CopyButton({ name, label, text, words }: Props) {
  const [word, setWord] = useState<string>();
  const copy = async () => {
    setWord((await copyText(text())) ? words.copied : words.copyFailed);
    setTimeout(() => setWord(undefined), FEEDBACK_MS);
  };
  return (
    <>
      <button type="button" class="quiet-button" aria-label={word ?? label} onClick={copy}>
        {word ?? name}
      </button>
      <span class="unseen" role="status">
        {word}
      </span>
    </>
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
