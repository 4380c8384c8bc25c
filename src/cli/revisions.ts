// In charge of `sylva revisions …`: the history of the catalogue, and the way back to an earlier one.

import { withStore } from '../compose.ts';
import { type Command, Failure } from './command.ts';
import { shortMoment } from './moments.ts';
import { good } from './style.ts';
import { table } from './table.ts';

export const listRevisions: Command = {
  name: 'revisions list',
  summary: 'show the published revisions, the newest first',
  positionals: [],
  flags: {},
  settings: ['data', 'database'],
  example: 'sylva revisions list',
  async run({ settings, json, print }) {
    const revisions = await withStore(settings, async (store) => {
      const active = await store.revisions.active();
      return (await store.revisions.list()).map((each) => ({ ...each, active: each.number === active?.number }));
    });
    if (json) print(JSON.stringify(revisions, null, 2));
    else if (revisions.length === 0) print('Nothing has been published. sylva publish SOURCE does.');
    else {
      const rows = revisions.map(({ id, active, createdAt, trees, families, hash, note }) => [
        active ? `${id} *` : id,
        shortMoment(createdAt),
        String(trees),
        String(families),
        hash.slice(0, 12),
        note ?? '',
      ]);
      const paint = (cell: string) => (cell.endsWith(' *') ? good(cell) : cell);
      const shown = table(['REVISION', 'PUBLISHED', 'TREES', 'FAMILIES', 'HASH', 'NOTE'], rows, { paint });
      print(`${shown}\n\n* is active.`);
    }
    return 0;
  },
};

export const activateRevision: Command = {
  name: 'revisions activate',
  summary: 'serve another revision, back or forward',
  positionals: ['ID'],
  flags: {},
  settings: ['data', 'database', 'actor'],
  example: 'sylva revisions activate r11',
  async run({ positionals: [id], settings, json, print }) {
    const revision = await withStore(settings, (store) => store.revisions.activate(id));
    if (!revision) throw new Failure(`There is no revision ${id}. sylva revisions list shows them.`);
    if (json) print(JSON.stringify({ ...revision, active: true }));
    else print(`Revision ${revision.id} is active.`);
    return 0;
  },
};
