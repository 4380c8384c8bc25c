// In charge of `sylva audit`: who changed what, and when.

import { withStore } from '../../store/with-store.ts';
import { type Command, UsageError } from '../framework/command.ts';
import { parsePast } from '../framework/dates.ts';
import { table } from '../terminal/table.ts';

const USUAL_LIMIT = 50;

export const audit: Command = {
  name: 'audit',
  summary: 'show who changed what and when, the newest first',
  flags: {
    limit: { value: 'N', help: `how many changes to show; ${USUAL_LIMIT} where it is left out` },
    since: { value: 'DATE|7d', help: 'only changes from then on' },
  },
  does: ['open-store'],
  example: 'sylva audit --since 7d',
  async run({ settings, flag, show }) {
    const limit = limitOf(flag('limit'));
    const text = flag('since');
    const since = text === undefined ? '' : parsePast(text, new Date()).toISOString();
    const events = await withStore(settings, (store) => store.audit.events({ limit, since }));
    const rows = events.map(({ at, actor, action, subject, detail }) => {
      return [at.slice(0, 16).replace('T', ' '), actor, action, subject, detail ?? ''];
    });
    const columns = ['WHEN (UTC)', 'WHO', 'WHAT', 'WHICH', 'DETAIL'];
    return show(events, table(columns, rows, { none: 'Nothing was changed.' }));
  },
};

function limitOf(text: string | undefined): number {
  if (text === undefined) return USUAL_LIMIT;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`--limit is “${text}”, but must be a whole number from 1 to 999999.`);
}
