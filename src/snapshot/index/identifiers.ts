// Writes the trees of each identifier, and the tree of each former slug.

import type { Columns } from '../columns/columns.ts';
import type { NamedSections } from '../format.ts';
import { inverted, listSections } from '../sections/lists.ts';
import { tableOf, textSections, textsIn } from '../sections/strings.ts';

/** The columns have the table of identifiers. */
export function writeIdentifiers({ dictionaries, lists }: Columns): NamedSections {
  const trees = inverted(lists['identifiers.byTree'], dictionaries.identifiers.offsets.length - 1);
  return listSections('identifiers.trees', trees);
}

export function writeFormerSlugs({ dictionaries, lists }: Columns): NamedSections {
  const slugs = textsIn(dictionaries.former);
  const { offsets, items } = inverted(lists['former.byTree'], slugs.length);
  const repeated = slugs.flatMap((slug, id) => Array(offsets[id + 1] - offsets[id]).fill(slug) as string[]);
  return { ...textSections('formerSlugs', tableOf(repeated)), 'formerSlugs.trees': items };
}
