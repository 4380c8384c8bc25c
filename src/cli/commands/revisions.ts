import { compareCatalogues, storedVersion } from '../../publishing/compare.ts';
import { withStore } from '../../store/with-store.ts';
import type { Command } from '../framework/command.ts';
import { shortMoment } from '../framework/dates.ts';
import { findRevision, NOTHING_PUBLISHED, noRevision } from '../framework/revision.ts';
import { showDifference } from '../terminal/difference.ts';
import { table } from '../terminal/table.ts';
import { good } from '../terminal/terminal.ts';

export const listRevisions: Command = {
  name: 'revisions list',
  summary: 'show the published revisions, the newest first',
  does: ['open-store'],
  example: 'sylva revisions list',
  async run({ settings, show }) {
    const revisions = await withStore(settings, async (store) => {
      const active = await store.revisions.active();
      return (await store.revisions.list()).map((each) => ({ ...each, active: each.number === active?.number }));
    });
    if (revisions.length === 0) return show([], NOTHING_PUBLISHED);
    const rows = revisions.map(({ id, active, createdAt, trees, families, hash, note }) => {
      const name = active ? `${id} *` : id;
      return [name, shortMoment(createdAt), String(trees), String(families), hash.slice(0, 12), note ?? ''];
    });
    const paint = (cell: string) => (cell.endsWith(' *') ? good(cell) : cell);
    const shown = table(['REVISION', 'PUBLISHED', 'TREES', 'FAMILIES', 'HASH', 'NOTE'], rows, { paint });
    return show(revisions, `${shown}\n\n* is active.`);
  },
};

export const activateRevision: Command = {
  name: 'revisions activate',
  summary: 'publish anew what an earlier revision holds',
  positionals: ['ID'],
  does: ['open-store', 'change-store'],
  example: 'sylva revisions activate r11',
  async run({ positionals: [id], settings, tell }) {
    const outcome = await withStore(settings, (store) => store.revisions.activate(id));
    if (!outcome) throw noRevision(id);
    const { revision, isNew } = outcome;
    const again = `Published revision ${revision.id}: what ${id} holds, again.`;
    return tell({ ...revision, active: true, isNew }, isNew ? again : `Revision ${revision.id} is active already.`);
  },
};

export const diffRevisions: Command = {
  name: 'revisions diff',
  summary: 'show what differs between two revisions, by tree and field, with old and new values',
  positionals: ['A', 'B'],
  does: ['open-store'],
  example: 'sylva revisions diff r11 r12',
  async run({ positionals: [from, to], settings, json, print }) {
    const { difference } = await withStore(settings, async ({ revisions }) => {
      const [before, after] = [await findRevision(revisions, from), await findRevision(revisions, to)];
      return await compareCatalogues(
        await storedVersion(revisions, before.number),
        await storedVersion(revisions, after.number),
      );
    });
    if (json) print(JSON.stringify({ from, to, ...difference }, null, 2));
    else if (Object.values(difference).every((entries) => entries.length === 0))
      print(`${from} and ${to} hold the same.`);
    else showDifference(difference, print, { withValues: true });
    return 0;
  },
};
