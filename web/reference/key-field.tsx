// In charge of the key on the reference page: the same as the explorer's, which its tabs share.

import { isPossible } from '../explorer/key.ts';

interface Props {
  hasKey: boolean;
  onKey(key: string): void;
  onForget(): void;
}

export function KeyField({ hasKey, onKey, onForget }: Props) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const key = String(new FormData(event.currentTarget as HTMLFormElement).get('key')).trim();
    if (isPossible(key)) onKey(key);
  };
  if (hasKey) {
    return (
      <p class="key-state" role="status">
        Requests are sent with your key.{' '}
        <button type="button" class="quiet-button" onClick={onForget}>
          Forget the key
        </button>
      </p>
    );
  }
  return (
    <form class="key-state" onSubmit={submit}>
      <label for="key">API key</label>
      <input id="key" name="key" class="secret" autocomplete="off" spellcheck={false} required placeholder="sylva_…" />
      <button type="submit" class="small-button">
        Use it
      </button>
    </form>
  );
}
