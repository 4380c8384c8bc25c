// In charge of why a tree is in a list whose record does not show what was searched for: by which other name it was found.

import type { TreeList, TreeRecord } from '../../client/src/index.ts';

export interface OtherName {
  word: 'alsoCalled' | 'synonym';
  name: string;
  /** Undefined where the answer does not tell. */
  language: string | undefined;
}

export function otherName(tree: TreeRecord, matches: TreeList['matches']): OtherName | undefined {
  // Some slug may be the name of what every object has.
  const match = matches && Object.hasOwn(matches, tree.slug) ? matches[tree.slug] : undefined;
  if (!match) return undefined;
  const { field, value: name } = match;
  if (field === 'synonyms') return { word: 'synonym', name, language: 'la' };
  const otherLanguage = tree.availableLocales.find((each) => each !== tree.locale);
  return { word: 'alsoCalled', name, language: field === 'title' ? otherLanguage : undefined };
}
