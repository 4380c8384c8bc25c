// Collects what rows call families, as exports have it. The first row that names a family in a language stands.

import { quote, trimmed } from '../../domain/text.ts';
import { fold } from '../../domain/vocabulary.ts';
import type { SourceContext } from '../source/context.ts';
import { placeIn, type Unit } from '../source/units.ts';

/** The column of a language is named so, with the language behind a dot. */
export const FAMILY_NAME = 'family.commonName';

export function nameFamilies(unit: Unit, { familyNames, findings }: SourceContext): void {
  for (const { family, locale, name } of unit.familyNames ?? []) {
    const names = familyNames.getOrInsert(fold(trimmed(family)), {});
    names[locale] ??= name;
    if (names[locale] === name) continue;
    const message = `${family} is called ${quote(name)} here but ${quote(names[locale])} before; the latter stands.`;
    findings.warn('facts-differ', placeIn(unit, `${FAMILY_NAME}.${locale}`), message);
  }
}
