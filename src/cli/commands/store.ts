import { type Location, locationOf, nameOf, parseLocation, withoutPassword } from '../../config/location.ts';
import { plural } from '../../domain/counted.ts';
import type { Change } from '../../store/engines/engine.ts';
import { explain } from '../../store/engines/sqlite-errors.ts';
import { copyStore } from '../../store/maintenance/copy.ts';
import { upgradeStore } from '../../store/maintenance/upgrade.ts';
import { openEngine } from '../../store/store.ts';
import { Changes, whoRuns } from '../../store/tables/audit.ts';
import type { Command, Input } from '../framework/command.ts';
import { UsageError } from '../framework/errors.ts';
import { withProgress } from '../terminal/progress.ts';

export const copyStoreCommand: Command = {
  name: 'store copy',
  summary: 'copy revisions, keys, allowlist and history into another database, all or nothing',
  flags: {
    from: { value: 'ADDRESS', help: 'the store to copy, such as sqlite:data/sylva.db' },
    to: { value: 'ADDRESS', help: 'an empty database, such as postgres://USER@HOST/DATABASE' },
  },
  does: ['change-store'],
  example: 'sylva store copy --from sqlite:data/sylva.db --to postgres://sylva@db.example.org/sylva',
  async run(input) {
    const [from, to] = [locationIn(input, 'from'), locationIn(input, 'to')];
    const copied = await copy(from, to, input.settings.actor ?? whoRuns());
    const { revisions, keys, allowlist, history, usage } = copied;
    const parts = [plural(revisions, 'revision'), plural(keys, 'key'), plural(allowlist, 'allowed range')];
    const words = `Copied ${parts.join(', ')} and ${plural(history, 'line')} of history to ${nameOf(to)}.`;
    return input.tell({ from: nameOf(from), to: nameOf(to), revisions, keys, allowlist, history, usage }, words);
  },
};

function locationIn({ flag }: Input, name: 'from' | 'to'): Location {
  const text = flag(name);
  if (!text) throw new UsageError(`--${name} is missing: sqlite:PATH or postgres://USER@HOST/DATABASE.`);
  const location = parseLocation(text);
  if (location) return location;
  throw new UsageError(
    `--${name} is “${withoutPassword(text)}”, but must be sqlite:PATH or postgres://USER@HOST/DATABASE.`,
  );
}

async function copy(from: Location, to: Location, actor: string) {
  await using engines = new AsyncDisposableStack();
  const open = async (database: Location, options?: Parameters<typeof openEngine>[1]) =>
    engines.adopt(await openEngine({ data: '', database }, options), (engine) => engine.close());
  const source = await open(from, { mustExist: true });
  try {
    const target = await open(to);
    const changes = new Changes(target, actor, () => new Date());
    const event = { action: 'store copied', subject: nameOf(from) };
    const record = (change: Change) => changes.record(change, event);
    return await withProgress((show) => copyStore(source, target, (table) => show(`copying ${table}`), record));
  } catch (error) {
    throw explain(error);
  }
}

export const upgradeStoreCommand: Command = {
  name: 'store upgrade',
  summary: 'bring a store of an older Sylva up to date: keeps keys, allowlist and history, drops revisions',
  does: ['open-store', 'change-store'],
  example: 'sylva backup before-upgrade.backup\nsylva store upgrade\nsylva publish SOURCE',
  async run({ settings, tell }) {
    const store = nameOf(locationOf(settings));
    const engine = await openEngine(settings, { mustExist: true, acceptOlder: true });
    try {
      const isUpgraded = await upgradeStore(new Changes(engine, settings.actor ?? whoRuns(), () => new Date()));
      const words = isUpgraded
        ? `Upgraded the store ${store}: keys, allowlist, history and usage are as they were. Its revisions are gone, so publish your source again.`
        : `The store ${store} is up to date.`;
      return tell({ store, isUpgraded }, words);
    } catch (error) {
      throw explain(error);
    } finally {
      await engine.close();
    }
  },
};
