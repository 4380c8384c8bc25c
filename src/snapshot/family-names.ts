// In charge of what people call the families of a snapshot.

import type { FamilyNames } from '../domain/tree.ts';
import { fold, LOCALES } from '../domain/vocabulary.ts';
import { FAMILY_MARKS } from './layout.ts';
import type { Snapshot } from './open.ts';

export function familyNamesIn({ families }: Snapshot): FamilyNames {
  const names: FamilyNames = new Map();
  for (const locale of LOCALES) {
    const { bytes, marks } = families[locale];
    for (let at = 0; at < marks.length - 1; at += FAMILY_MARKS.length) {
      const json = bytes.toString('utf8', marks[at + FAMILY_MARKS.start], marks[at + FAMILY_MARKS.length]);
      const { name, commonName } = JSON.parse(json) as { name: string; commonName: string | null };
      if (commonName !== null) names.set(fold(name), { ...names.get(fold(name)), [locale]: commonName });
    }
  }
  return names;
}
