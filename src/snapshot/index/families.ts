// Writes the families of each locale as JSON, in the order of their names, and their common names.

import type { FamilyNames } from '../../domain/tree.ts';
import { familiesText } from '../../domain/tree-hash.ts';
import { API_PREFIX, LOCALES, type Locale } from '../../domain/vocabulary.ts';
import { linkPosition } from '../columns/record-builder.ts';
import type { NamedSections } from '../format.ts';
import { FAMILY_MARKS } from '../layout.ts';
import { GrowingBytes } from '../sections/growing-bytes.ts';
import { type Facet, shownInOrder } from './facets.ts';

export function writeFamilies({ keys, trees: { offsets }, labels }: Facet, familyNames: FamilyNames): NamedSections {
  const sections: NamedSections = { familyNames: Buffer.from(familiesText(familyNames)) };
  for (const locale of LOCALES) {
    const shown = shownInOrder('family', labels[locale], locale);
    const bytes = new GrowingBytes();
    const marks = new Uint32Array(shown.length * FAMILY_MARKS.length + 1);
    for (const [index, family] of shown.entries()) {
      const name = labels[locale][family];
      const path = familyPath(name, locale);
      const commonName = familyNames.get(keys[family])?.[locale] ?? null;
      const speciesCount = offsets[family + 1] - offsets[family];
      const json = JSON.stringify({ name, commonName, speciesCount, _links: { trees: path } });
      marks[index * FAMILY_MARKS.length + FAMILY_MARKS.start] = bytes.length;
      marks[index * FAMILY_MARKS.length + FAMILY_MARKS.link] = bytes.length + linkPosition(json, path);
      bytes.append(json);
    }
    marks[shown.length * FAMILY_MARKS.length] = bytes.length;
    Object.assign(sections, { [`families.${locale}.bytes`]: bytes.written(), [`families.${locale}.marks`]: marks });
  }
  return sections;
}

function familyPath(name: string, locale: Locale): string {
  return `${API_PREFIX}/trees?${new URLSearchParams({ family: name, locale })}`;
}
