// In charge of reading the benchmark's addresses for the peers: they get the values ready for use.

import { FILTERS, type Filter } from '../../src/domain/questions.ts';
import { type Locale, parseMonth } from '../../src/domain/vocabulary.ts';

export const PAGE_SIZE = 20;

export type PeerQuestion =
  | { kind: 'families' }
  | { kind: 'detail'; slug: string; locale: Locale }
  | {
      kind: 'list';
      locale: Locale;
      filters: [Filter, string][];
      words: string[];
      sort: string;
      order: string;
      offset: number;
    };

export function readQuestion(target: string): PeerQuestion {
  const { pathname, searchParams } = new URL(target, 'http://peer');
  const locale = (searchParams.get('locale') ?? 'en') as Locale;
  if (pathname.endsWith('/families')) return { kind: 'families' };
  const slug = pathname.split('/trees/')[1];
  if (slug !== undefined) return { kind: 'detail', slug, locale };
  return {
    kind: 'list',
    locale,
    filters: FILTERS.flatMap((filter): [Filter, string][] => {
      const text = searchParams.get(filter);
      return text === null ? [] : [[filter, filter.endsWith('Season') ? (parseMonth(text) as string) : text]];
    }),
    words: searchParams.get('search')?.split(' ') ?? [],
    sort: searchParams.get('sort') ?? 'title',
    order: searchParams.get('order') ?? 'asc',
    offset: (Number(searchParams.get('page') ?? 1) - 1) * PAGE_SIZE,
  };
}

/** A page as the peers send it: their records are kept as JSON, so that nothing is serialised but the envelope. */
export function listBody(records: string[], total: number): string {
  return `{"data":[${records.join(',')}],"pagination":${JSON.stringify({ total, totalPages: Math.ceil(total / PAGE_SIZE) })}}`;
}
