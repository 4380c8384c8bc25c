// In charge of `sylva stats`: the catalogue in figures and what each caller uses, read from the store.

import { ALLOWLIST_CALLER } from '../../access/usage.ts';
import { overviewOf } from '../../domain/overview.ts';
import type { Tree } from '../../domain/tree.ts';
import { treeIn } from '../../publishing/compare.ts';
import type { Store } from '../../store/store.ts';
import type { StoredKey } from '../../store/tables/access.ts';
import { type DayOfUse, dayOf } from '../../store/tables/usage.ts';
import { withStore } from '../../store/with-store.ts';
import { type Command, UsageError } from '../framework/command.ts';
import { type CallerStats, type Stats, statsText } from './stats-text.ts';

const USUAL_DAYS = 30;
const MOST_DAYS = 400;
const USUAL_WIDTH = 80;

export const stats: Command = {
  name: 'stats',
  summary: 'show the catalogue in figures, and what each key uses',
  flags: { days: { value: 'N', help: `days of use to show, until today; ${USUAL_DAYS} where it is left out` } },
  does: ['open-store'],
  example: 'sylva stats --days 14',
  async run({ settings, flag, show }) {
    const [count, now] = [daysOf(flag('days')), Date.now()];
    const days = Array.from({ length: count }, (_, index) => dayOf(now - (count - 1 - index) * 86_400_000));
    const found = await withStore(settings, (store) => collect(store, days));
    return show(found, statsText(found, process.stdout.columns ?? USUAL_WIDTH));
  },
};

function daysOf(text: string | undefined): number {
  if (text === undefined) return USUAL_DAYS;
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= MOST_DAYS) return Number(text);
  throw new UsageError(`--days is “${text}”, but must be a whole number from 1 to ${MOST_DAYS}.`);
}

async function collect(store: Store, days: string[]): Promise<Stats> {
  const { revisions, access, usage } = store;
  const active = await revisions.active();
  const trees: Tree[] = [];
  if (active) await revisions.load(active.number, ({ record }) => trees.push(treeIn(record)));
  const overview = active && overviewOf(trees);
  return {
    catalogue: active && overview ? { revision: active.id, publishedAt: active.createdAt, ...overview } : null,
    usage: useByCaller(await usage.since(days[0]), await access.keys(), days),
    days,
  };
}

/** Every key that still works is shown, used or not; others only where they were used. */
function useByCaller(used: DayOfUse[], keys: StoredKey[], days: string[]): CallerStats[] {
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  const working = keys.filter(
    ({ revokedAt, expiresAt }) => !revokedAt && !(expiresAt && Date.parse(expiresAt) <= Date.now()),
  );
  const callers = new Set([...working.map(({ id }) => id), ...used.map(({ caller }) => caller)]);
  return [...callers]
    .map((id) => callerStats(id, id === ALLOWLIST_CALLER ? null : (names.get(id) ?? id), used, days))
    .sort((a, b) => b.requests - a.requests);
}

function callerStats(id: string, name: string | null, used: DayOfUse[], days: string[]): CallerStats {
  const own = new Map(used.filter(({ caller }) => caller === id).map((day) => [day.day, day]));
  const total = (field: 'requests' | 'errors' | 'limited') =>
    days.reduce((sum, day) => sum + (own.get(day)?.[field] ?? 0), 0);
  return {
    id,
    name,
    requests: total('requests'),
    errors: total('errors'),
    limited: total('limited'),
    requestsByDay: days.map((day) => own.get(day)?.requests ?? 0),
  };
}
