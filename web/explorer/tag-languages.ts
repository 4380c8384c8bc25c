// In charge of tags that were chosen in the other language, as after a change of it: the catalogue finds trees by them all the
// same, but the page should name them as its visitor reads. What a tag is in the other language, the trees tell that have it: their
// tags stand in the same order in both.

import type { SylvaClient, TreeList, TreeRecord } from '../../client/src/index.ts';
import { filterKey } from '../../src/domain/questions.ts';
import type { ListPlace, Place } from './address.ts';
import type { Answer } from './question.ts';

const keyOf = (tag: string) => filterKey('tag', tag);

/** Chosen tags that neither the counts nor the trees of an answer know. */
export function foreignTags(place: ListPlace, { data, facets }: TreeList): string[] {
  const shown = [...(facets?.tag ?? []).map(({ value }) => value), ...data.flatMap(({ tags }) => tags)];
  const known = new Set(shown.map(keyOf));
  return place.filters.tag.filter((tag) => !known.has(keyOf(tag)));
}

/** What most trees have in the place of a tag in their other language, or undefined. */
export function counterpart(
  tag: string,
  here: readonly TreeRecord[],
  there: readonly TreeRecord[],
): string | undefined {
  const votes = new Map<string, number>();
  for (const { slug, tags } of there) {
    const own = here.find((tree) => tree.slug === slug)?.tags ?? [];
    const at = tags.findIndex((each) => keyOf(each) === keyOf(tag));
    const found = own.length === tags.length ? own[at] : undefined;
    if (found !== undefined) votes.set(found, (votes.get(found) ?? 0) + 1);
  }
  const [best] = [...votes].sort(([, a], [, b]) => b - a);
  return best?.[0];
}

/** The same place with its tags in its own language; undefined where they are, or nobody knows better. */
export async function withOwnTags(
  place: Place,
  answer: Answer,
  client: SylvaClient,
  signal: AbortSignal,
): Promise<ListPlace | undefined> {
  if (place.view !== 'trees') return undefined;
  const { data, facets } = answer as TreeList;
  const foreign = foreignTags(place, answer as TreeList);
  if (!facets || foreign.length === 0 || data.length === 0) return undefined;
  const locale = place.locale === 'en' ? 'es' : 'en';
  const slug = data.map((tree) => tree.slug);
  const there = await client.trees.list({ locale, slug, pageSize: slug.length }, { signal });
  const named = (tag: string) => (foreign.includes(tag) ? counterpart(tag, data, there.data) : undefined) ?? tag;
  const tag = [...new Set(place.filters.tag.map(named))];
  return tag.join() === place.filters.tag.join() ? undefined : { ...place, filters: { ...place.filters, tag } };
}
