// In charge of use by caller and day as it is stored.

import type { Change, Database } from './engine.ts';

/** Enough to compare a month with the same one of the year before. */
const KEEP_DAYS = 400;

export interface DayOfUse {
  /** In UTC, such as `2026-05-01`. */
  day: string;
  /** The id of a key, or `allowlist`. */
  caller: string;
  requests: number;
  /** Answered with 400 or more, those over the limit aside. */
  errors: number;
  limited: number;
}

export class UsageStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Adds to what stands there, all or nothing: several servers may count the same caller. Old days make room. */
  async add(days: readonly DayOfUse[]): Promise<void> {
    await this.#db.transaction().execute(async (change) => {
      for (const day of inOneOrder(days)) await addDay(change, day);
      await change.deleteFrom('usage').where('day', '<', oldestKept(days)).execute();
    });
  }

  /** From a day on, the oldest first. */
  async since(day: string): Promise<DayOfUse[]> {
    return await this.#db
      .selectFrom('usage')
      .selectAll()
      .where('day', '>=', day)
      .orderBy('day')
      .orderBy('caller')
      .execute();
  }
}

export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** So that servers which do this at once wait for each other. */
function inOneOrder(days: readonly DayOfUse[]): DayOfUse[] {
  const place = ({ day, caller }: DayOfUse) => `${day} ${caller}`;
  return [...days].sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

async function addDay(change: Change, day: DayOfUse): Promise<void> {
  await change
    .insertInto('usage')
    .values(day)
    .onConflict((conflict) =>
      conflict.columns(['day', 'caller']).doUpdateSet((is) => ({
        requests: is('usage.requests', '+', is.ref('excluded.requests')),
        errors: is('usage.errors', '+', is.ref('excluded.errors')),
        limited: is('usage.limited', '+', is.ref('excluded.limited')),
      })),
    )
    .execute();
}

function oldestKept(days: readonly DayOfUse[]): string {
  const newest = days.reduce((latest, { day }) => (day > latest ? day : latest), '');
  return dayOf(Date.parse(newest) - KEEP_DAYS * 86_400_000);
}
