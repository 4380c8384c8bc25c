// In charge of where a question is worked out, in memory that is used anew: the next one on the same desk puts its own in the place
// of what was found.

import type { Filter, IdFilter } from '../domain/questions.ts';
import { cellsFor } from '../snapshot/layout.ts';
import type { Snapshot } from '../snapshot/open.ts';
import type { Bitmap } from './bitmap.ts';
import type { Condition } from './condition.ts';
import { Filters } from './filters.ts';
import { LookUps } from './look-ups.ts';
import type { Ordering } from './ordering.ts';
import type { TreesQuery } from './query.ts';
import { type ParsedSearch, Search } from './search.ts';

export type Conditions = Map<Filter | IdFilter | 'search', Condition>;

export class Desk {
  readonly search: Search;
  readonly found: Bitmap;
  readonly #filters: Filters;
  readonly #lookUps: LookUps;

  constructor(snapshot: Snapshot) {
    this.search = new Search(snapshot);
    this.found = new Int32Array(cellsFor(snapshot.trees));
    this.#filters = new Filters(snapshot);
    this.#lookUps = new LookUps(snapshot);
  }

  conditions(query: TreesQuery, wanted: ParsedSearch | undefined, ordering: Ordering): Conditions {
    const conditions: Conditions = this.#filters.conditions(query.filters, ordering);
    for (const [name, each] of this.#lookUps.conditions(query.lookUps, ordering)) conditions.set(name, each);
    if (wanted) conditions.set('search', this.search.condition(wanted, ordering));
    return conditions;
  }
}
