// In charge of what trees are found by: their names and their words.

import { Base } from './base.ts';
import type { NamedSections } from './format.ts';
import type { IndexTexts } from './index-texts.ts';
import type { Thresholds } from './layout.ts';
import { writeNames } from './write-names.ts';
import type { Step } from './write-records.ts';
import { writeTerms } from './write-terms.ts';

export interface Index {
  names: NamedSections;
  terms: NamedSections;
}

export function writeIndex(texts: IndexTexts, thresholds: Thresholds, step: Step): Index {
  const base = texts.base && new Base(texts.base);
  return { terms: writeTerms(texts, thresholds, step, base), names: writeNames(texts, base) };
}
