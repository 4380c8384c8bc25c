// In charge of the page's title, which browsers show on tabs and in the history.

import type { TreeAnswer } from '../../client/src/index.ts';
import type { Place } from './address.ts';
import { COMPARE_TEXTS } from './compare/texts.ts';
import type { State } from './explorer.ts';
import { labelOf } from './plain.ts';
import { PRINT_TEXTS } from './print/texts.ts';
import type { Answer } from './question.ts';
import { TEXTS } from './texts.ts';

export function titleOf({ place, shown, condition, isLocked }: State, catalogue: string): string {
  const texts = TEXTS[place.locale];
  if (isLocked) return `${texts.keyTitle} – ${catalogue}`;
  if (condition.kind === 'missing') return `${texts.missingTitle} – ${catalogue}`;
  if (condition.kind === 'removed') return `${texts.removedTitle} – ${catalogue}`;
  return `${nameOf(place, shown?.answer)} – ${catalogue}`;
}

export function nameOf(place: Place, answer: Answer | undefined): string {
  const texts = TEXTS[place.locale];
  switch (place.view) {
    case 'trees':
      return [place.search, texts.trees].filter(Boolean).join(' – ');
    case 'tree':
      return answer ? (answer as TreeAnswer).data.title : labelOf(place.slug);
    case 'families':
      return texts.families;
    case 'calendar':
      return texts.calendarTitle;
    case 'compare':
      return COMPARE_TEXTS[place.locale].title;
    case 'print':
      return PRINT_TEXTS[place.locale].title;
    case 'changes':
      return texts.changesTitle;
  }
}
