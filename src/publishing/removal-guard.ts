// Refuses to remove many trees or texts at once unless somebody agrees: it may be a mistake.

import { isGreatLoss, type Loss } from '../domain/compare.ts';
import { named, plural } from '../domain/counted.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { Comparison } from './compare.ts';

/** What may be a mistake. */
export interface Risk {
  what: string;
  which: string;
}

export const UNKNOWN_RISK: Risk = {
  what: 'what was published is damaged, and nobody can tell what would be removed',
  which: '',
};

/** `textsUnchanged` is how many of the trees that are the same have a text in a language. */
export function riskOf(
  { difference, textsLost, textsBefore }: Comparison,
  treesBefore: number,
  textsUnchanged: (locale: Locale) => number,
): Risk | undefined {
  const losses: Loss[] = [{ of: 'trees', removed: difference.removed, before: treesBefore }];
  for (const locale of LOCALES)
    losses.push({ of: locale, removed: textsLost[locale], before: textsBefore[locale] + textsUnchanged(locale) });
  const loss = losses.find(isGreatLoss);
  return loss && { what: describe(loss), which: `: ${named(loss.removed)}` };
}

function describe({ of, removed, before }: Loss): string {
  const what = of === 'trees' ? plural(before, 'tree') : `${plural(before, 'text')} in “${of}”`;
  return `${removed.length} of ${what} would be removed`;
}

/** Remembers the answer: a yes to one question is no yes to another, and no question is asked twice. */
export class Consent {
  readonly #ask: ((question: string) => Promise<boolean>) | undefined;
  #given: string | undefined;

  constructor(ask: ((question: string) => Promise<boolean>) | undefined) {
    this.#ask = ask;
  }

  async isGivenTo({ what, which }: Risk): Promise<boolean> {
    const question = `${what}${which}.\nIs this meant?`;
    if (this.#given !== question && (await this.#ask?.(question))) this.#given = question;
    return this.#given === question;
  }
}
