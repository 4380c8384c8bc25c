// In charge of the letters of a list: on which of its pages each begins.

import type { FacetCount, Pagination } from '../../client/src/index.ts';
import type { ListPlace } from './address.ts';

export interface Letter {
  name: string;
  count: number;
  page: number;
  /** Whether the first tree of the present page stands under it. */
  isHere: boolean;
}

export function lettersOf(counts: readonly FacetCount[], { page, pageSize }: Pagination): Letter[] {
  const first = (page - 1) * pageSize;
  let before = 0;
  return counts.map(({ value, count }) => {
    const [start, end] = [before, before + count];
    before = end;
    const isHere = start <= first && first < end;
    return { name: value, count, page: Math.floor(start / pageSize) + 1, isHere };
  });
}

/** Whether a list is ordered by letters. */
export function hasLetters({ search, ordering }: ListPlace): boolean {
  return ordering === null ? search === '' : ordering.sort !== 'updatedAt';
}
