import { ALLOWLIST_CALLER } from '../../access/usage.ts';
import { overviewOf } from '../../domain/overview.ts';
import type { Tree } from '../../domain/tree.ts';
import { treeIn } from '../../publishing/compare.ts';
import type { Store } from '../../store/store.ts';
import { type StoredKey, statusOf } from '../../store/tables/access.ts';
import { type DayOfUse, dayOf } from '../../store/tables/usage.ts';
import { withStore } from '../../store/with-store.ts';
import { wholeNumber } from '../framework/arguments.ts';
import type { Command } from '../framework/command.ts';
import { type CallerStats, type Stats, statsText } from './stats-text.ts';

const DEFAULT_DAYS = '30';
const MAX_DAYS = 400;
const DEFAULT_WIDTH = 80;

export const stats: Command = {
  name: 'stats',
  summary: 'show the catalogue in figures, and what each key uses',
  flags: { days: { value: 'N', help: `days of use to show, until today; ${DEFAULT_DAYS} where it is left out` } },
  does: ['open-store'],
  example: 'sylva stats --days 14',
  async run({ settings, flag, show }) {
    const [count, now] = [wholeNumber('days', flag('days') ?? DEFAULT_DAYS, MAX_DAYS), Date.now()];
    const days = Array.from({ length: count }, (_, index) => dayOf(now - (count - 1 - index) * 86_400_000));
    const found = await withStore(settings, (store) => collect(store, days));
    return show(found, statsText(found, process.stdout.columns ?? DEFAULT_WIDTH));
  },
};

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

/** Active keys, used or not, and other callers that were used. */
function useByCaller(used: DayOfUse[], keys: StoredKey[], days: string[]): CallerStats[] {
  const now = new Date();
  const byCaller = Map.groupBy(used, ({ caller }) => caller);
  const active = keys.filter((key) => statusOf(key, now) === 'active').map(({ id }) => id);
  return Array.from(new Set([...active, ...byCaller.keys()]), (id): CallerStats => {
    const own = byCaller.get(id) ?? [];
    const total = (field: 'requests' | 'errors' | 'limited') => own.reduce((sum, day) => sum + day[field], 0);
    return {
      id,
      name: id === ALLOWLIST_CALLER ? null : (keys.find((key) => key.id === id)?.name ?? id),
      requests: total('requests'),
      errors: total('errors'),
      limited: total('limited'),
      requestsByDay: days.map((day) => own.find((each) => each.day === day)?.requests ?? 0),
    };
  }).sort((a, b) => b.requests - a.requests);
}
