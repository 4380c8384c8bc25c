// In charge of what every view needs: the language, its words and numbers, and what may be done.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Locale } from '../../../client/src/index.ts';
import type { Owner } from '../../../src/domain/owner.ts';
import type { Texts } from '../texts.ts';
import type { Actions } from './actions.ts';

export interface Surroundings {
  locale: Locale;
  texts: Texts;
  actions: Actions;
  owner: Owner;
  /** The revision that brings a map of its own, where what is shown is of one. */
  ownMap: string | undefined;
  number(value: number): string;
}

export const SurroundingsContext = createContext<Surroundings | undefined>(undefined);

export function useSurroundings(): Surroundings {
  const surroundings = useContext(SurroundingsContext);
  if (!surroundings) throw new Error('A view stands outside the page.');
  return surroundings;
}
