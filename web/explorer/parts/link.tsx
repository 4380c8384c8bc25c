// In charge of links between places: real addresses, so that they can be opened in a new window and copied, followed
// without loading the page again.

import type { ComponentChildren } from 'preact';
import { addressOf, type Place } from '../address.ts';
import { useSurroundings } from './surroundings.ts';

interface Props {
  to: Place;
  children?: ComponentChildren;
  class?: string;
  lang?: string;
  rel?: string;
  title?: string;
  style?: Record<string, string>;
  'aria-current'?: 'page' | 'true';
  'aria-label'?: string;
}

export function Link({ to, children, ...rest }: Props) {
  const { actions } = useSurroundings();
  const follow = (event: MouseEvent) => {
    const isForBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (isForBrowser || event.defaultPrevented) return;
    event.preventDefault();
    actions.go(to);
  };
  return (
    <a {...rest} href={addressOf(to)} onClick={follow}>
      {children}
    </a>
  );
}
