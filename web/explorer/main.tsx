// In charge of the page as a whole: the address bar, the history, the title, where the focus goes.

import { render } from 'preact';
import { addressOf, listPlace, type Place, placeAt } from './address.ts';
import { App } from './app.tsx';
import { Explorer, type State } from './explorer.ts';
import { readKey } from './key.ts';
import { withLook } from './look.ts';
import { readOwner } from './owner.ts';
import type { Actions } from './parts/actions.ts';
import { showHelp } from './parts/help.tsx';
import { type Shortcut, shortcutOf, stepAmongTrees } from './shortcuts.ts';
import { Tabs } from './tabs.ts';
import { TEXTS } from './texts.ts';
import { titleOf } from './title.ts';

const preferred = navigator.language.startsWith('es') ? 'es' : 'en';
const here = () => withLook(placeAt(location.search, preferred));
/** Where the service is: it may be served under a path. */
const baseUrl = location.origin + location.pathname.replace(/\/[^/]*$/, '');

const owner = readOwner();

const explorer = new Explorer(baseUrl, here(), show);

const tabs = new Tabs(baseUrl, {
  onKey: (key) => void explorer.useKey(key),
  onForgotten: () => void explorer.forgetKey(),
});

const actions: Actions = {
  baseUrl,
  go(to, { replaces = false, keepsFocus = false } = {}) {
    const place = withLook(to);
    if (replaces) history.replaceState(null, '', addressOf(place));
    else {
      history.replaceState({ scrollY }, '');
      history.pushState(null, '', addressOf(place));
    }
    const focused = document.activeElement;
    void explorer.go(place).then(() => {
      if (!keepsFocus && isAt(place) && isIdle(focused)) focusHeading();
    });
  },
  goToAny: (list, total) => void explorer.anyOf(list, total).then((place) => place && actions.go(place)),
  loadMap: (revision) => explorer.loadMap(revision),
  again: () => void explorer.again(),
  useKey(key, isForDevice) {
    void explorer.useKey(key, isForDevice).then(() => {
      if (readKey() === key) tabs.tellKey(key);
      focusHeadingOrField();
    });
  },
  forgetKey() {
    tabs.tellForgotten();
    void explorer.forgetKey().then(focusHeadingOrField);
  },
};

function show(state: State): void {
  if (!isAt(state.place)) history.replaceState(history.state, '', addressOf(state.place));
  document.documentElement.lang = state.place.locale;
  document.title = titleOf(state, owner.title ?? 'Sylva');
  render(<App state={state} texts={TEXTS[state.place.locale]} actions={actions} owner={owner} />, document.body);
}

function isAt(place: Place): boolean {
  return addressOf(here()) === addressOf(place);
}

/** Whether the visitor has gone nowhere else meanwhile: an answer may have been long in coming. */
function isIdle(focused: Element | null): boolean {
  return document.activeElement === focused || document.activeElement === document.body;
}

/** So that a screen reader says where one has come to, and the keyboard goes on from there. */
function focusHeading(): void {
  scrollTo(0, 0);
  document.querySelector('h1')?.focus({ preventScroll: true });
}

function focusHeadingOrField(): void {
  const field = document.querySelector<HTMLInputElement>('#key');
  if (field) field.focus();
  else focusHeading();
}

async function toSearch(): Promise<void> {
  if (!document.querySelector('#search')) {
    const place = listPlace(here().locale);
    history.pushState(null, '', addressOf(place));
    await explorer.go(place);
  }
  document.querySelector<HTMLInputElement>('#search')?.select();
}

const BY_SHORTCUT: Record<Shortcut, () => void> = {
  search: () => void toSearch(),
  next: () => stepAmongTrees(1),
  previous: () => stepAmongTrees(-1),
  help: showHelp,
};

addEventListener('keydown', (event) => {
  const shortcut = shortcutOf(event);
  if (!shortcut) return;
  event.preventDefault();
  BY_SHORTCUT[shortcut]();
});

addEventListener('popstate', ({ state }) => {
  void explorer.go(here()).then(() => document.querySelector('h1')?.focus({ preventScroll: true }));
  scrollTo(0, state?.scrollY ?? 0);
});

history.replaceState(null, '', addressOf(here()));
if (readKey() === undefined) await tabs.ask();
if (!explorer.hasBegun) void explorer.go(here());
