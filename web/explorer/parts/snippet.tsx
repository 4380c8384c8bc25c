// In charge of code that is ready to copy.

import { CopyButton, type CopyWords } from './copy-button.tsx';

interface Props {
  name: string;
  code: string;
  words: CopyWords & { copy: string; copyOf(name: string): string };
}

export function Snippet({ name, code, words }: Props) {
  return (
    <div class="snippet">
      <div class="snippet-head">
        <span>{name}</span>
        <CopyButton name={words.copy} label={words.copyOf(name)} text={() => code} words={words} />
      </div>
      <pre>
        <code>{code}</code>
      </pre>
    </div>
  );
}
