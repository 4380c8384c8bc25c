// In charge of what a publish would remove, where that is so much that it may be a mistake.

import { type Compared, greatLoss, type Listed, type Loss } from '../domain/compare.ts';
import { named, plural } from './findings.ts';

/** What may be a mistake. */
export interface Risk {
  what: string;
  which: string;
}

/** Of content that is damaged nothing is known. */
export function riskOf(before: Compared | undefined, after: Compared, same: Listed[]): Risk | undefined {
  if (!before) return { what: 'what was published is damaged, and nobody can tell what would be removed', which: '' };
  const loss = greatLoss(before.trees, after.trees, same);
  return loss && { what: told(loss), which: `: ${named(loss.removed)}` };
}

/** What somebody agrees to: nobody is asked the same twice, and a yes to one thing is none to another. */
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

function told({ of, removed, before }: Loss): string {
  const what = of === 'trees' ? plural(before, 'tree') : `${plural(before, 'text')} in “${of}”`;
  return `${removed.length} of ${what} would be removed`;
}
