// In charge of what single keys do: to the search, from tree to tree, help. Whoever is bothered by them can switch them off.

export const SHORTCUTS = { '/': 'search', j: 'next', k: 'previous', '?': 'help' } as const;
export type Shortcut = (typeof SHORTCUTS)[keyof typeof SHORTCUTS];

const NAME = 'sylva-shortcuts';

export function areOn(): boolean {
  try {
    return localStorage.getItem(NAME) !== 'off';
  } catch {
    return true;
  }
}

export function switchTo(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, 'off');
  } catch {
    // They stay as they were: this browser keeps nothing.
  }
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'defaultPrevented'>;

/** None while somebody writes, or means something else with the key. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey, target, defaultPrevented }: Pressed): Shortcut | undefined {
  const isWriting = target instanceof Element && target.closest('input, select, textarea, dialog') !== null;
  if (ctrlKey || metaKey || altKey || defaultPrevented || isWriting || !areOn()) return undefined;
  return Object.hasOwn(SHORTCUTS, key) ? SHORTCUTS[key as keyof typeof SHORTCUTS] : undefined;
}

/** The next or the previous of the trees that are shown; the first where none has the focus. */
export function stepAmongTrees(step: 1 | -1): void {
  const links = [
    ...document.querySelectorAll<HTMLElement>('.card h2 a, .tree-table tbody th a, .change-name a, .related a'),
  ];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + step));
  links[next]?.focus();
}
