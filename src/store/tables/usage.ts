import type { Change, Database } from '../engines/engine.ts';
import type { Tables } from './schema.ts';

/** Enough to compare a month with that of the year before. */
const KEEP_DAYS = 400;

export type DayOfUse = Tables['usage'];

export class UsageStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Adds to the counts of other servers, all or nothing. Deletes old days. */
  async add(days: readonly DayOfUse[]): Promise<void> {
    await this.#db.transaction().execute(async (change) => {
      // In one order, so that servers which do this at once wait for each other.
      const place = ({ day, caller }: DayOfUse) => `${day} ${caller}`;
      for (const day of days.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))) await addDay(change, day);
      const newest = days.reduce((latest, { day }) => (day > latest ? day : latest), '');
      const oldestKept = dayOf(Date.parse(newest) - KEEP_DAYS * 86_400_000);
      await change.deleteFrom('usage').where('day', '<', oldestKept).execute();
    });
  }

  /** From a day on, the oldest first. */
  async since(day: string): Promise<DayOfUse[]> {
    const rows = this.#db.selectFrom('usage').selectAll().where('day', '>=', day);
    return await rows.orderBy('day').orderBy('caller').execute();
  }
}

export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
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
