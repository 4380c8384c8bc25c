// In charge of telling which keys do what, and of switching them off.

import { useState } from 'preact/hooks';
import { areOn, SHORTCUTS, switchTo } from '../shortcuts.ts';
import { useSurroundings } from './surroundings.ts';

export const HELP_ID = 'help';

export function Help() {
  const { texts } = useSurroundings();
  const [isOn, setOn] = useState(areOn);
  return (
    <dialog id={HELP_ID} class="help" aria-labelledby="help-title">
      <h2 id="help-title">{texts.keys}</h2>
      <dl class="facts">
        {Object.entries(SHORTCUTS).map(([key, shortcut]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{texts.shortcuts[shortcut]}</dd>
          </div>
        ))}
      </dl>
      <label class="option">
        <input
          type="checkbox"
          checked={isOn}
          onChange={() => {
            switchTo(!isOn);
            setOn(!isOn);
          }}
        />
        {texts.keysOn}
      </label>
      <form method="dialog">
        <button type="submit" class="small-button">
          {texts.close}
        </button>
      </form>
    </dialog>
  );
}

export function showHelp(): void {
  document.querySelector<HTMLDialogElement>(`#${HELP_ID}`)?.showModal();
}
