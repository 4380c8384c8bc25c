// In charge of what a publish would remove, where that is so much that it may be a mistake.

import { type Compared, greatLoss, type Loss } from '../domain/compare.ts';
import { named, plural } from './findings.ts';

/** What may be a mistake. */
export interface Risk {
  what: string;
  which: string;
}

/** Of content that is damaged nothing is known. */
export function riskOf(before: Compared | undefined, after: Compared): Risk | undefined {
  if (!before) return { what: 'what was published is damaged, and nobody can tell what would be removed', which: '' };
  const loss = greatLoss(before.trees, after.trees);
  return loss && { what: told(loss), which: `: ${named(loss.removed)}` };
}

function told({ of, removed, before }: Loss): string {
  const what = of === 'trees' ? plural(before, 'tree') : `${plural(before, 'text')} in “${of}”`;
  return `${removed.length} of ${what} would be removed`;
}
