// In charge of asking for the key, from whoever does not come from an allowlisted address.

import { About, ContactName, Logo } from '../parts/owner.tsx';
import { useSurroundings } from '../parts/surroundings.ts';

export function KeyView({ isRefused }: { isRefused: boolean }) {
  const { texts, actions, owner } = useSurroundings();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    actions.useKey(String(given.get('key')).trim(), given.has('keep'));
  };
  return (
    <form class="key" onSubmit={submit}>
      {owner.hasLogo && <Logo size={64} />}
      <h1 tabIndex={-1}>{texts.keyTitle}</h1>
      {owner.title && <p class="lead">{owner.title}</p>}
      <About />
      <p>{texts.keyIntro}</p>
      <label for="key">{texts.keyLabel}</label>
      {/* Hidden by its style rather than by its type: a browser would offer to keep a password. */}
      <input
        id="key"
        name="key"
        class="secret"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        required
        placeholder="sylva_…"
        aria-invalid={isRefused}
        aria-describedby={isRefused ? 'key-refused key-hint' : 'key-hint'}
      />
      {isRefused && (
        <p id="key-refused" class="fault" role="alert">
          {texts.keyRefused}
        </p>
      )}
      <p id="key-hint" class="quiet">
        {texts.keyHint}
      </p>
      <label class="keep">
        <input type="checkbox" name="keep" aria-describedby="keep-hint" />
        {texts.keyKeep}
      </label>
      <p id="keep-hint" class="quiet">
        {texts.keyKeepHint}
      </p>
      <button type="submit" class="main-button">
        {texts.keySubmit}
      </button>
      {owner.contact && (
        <p>
          {texts.keyAsk} <ContactName {...owner.contact} />.
        </p>
      )}
      <p class="quiet">
        <a href="usage-policy" rel="license">
          {texts.usagePolicy}
        </a>
      </p>
    </form>
  );
}
