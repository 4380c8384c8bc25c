// In charge of `sylva audit`: who changed what, and when.

import { withStore } from '../compose.ts';
import { type Command, UsageError } from './command.ts';
import { parsePast } from './moments.ts';
import { table } from './table.ts';

const USUAL_LIMIT = 50;

export const audit: Command = {
  name: 'audit',
  summary: 'show who changed what and when, the newest first',
  positionals: [],
  flags: {
    limit: { value: 'N', help: `how many changes to show; ${USUAL_LIMIT} where it is left out` },
    since: { value: 'DATE|7d', help: 'only changes from then on' },
  },
  settings: ['data', 'database'],
  example: 'sylva audit --since 7d',
  async run({ settings, flag, json, print }) {
    const limit = limitOf(flag('limit'));
    const text = flag('since');
    const since = text === undefined ? '' : parsePast(text, new Date()).toISOString();
    const events = await withStore(settings, (store) => store.audit.events({ limit, since }));
    const rows = events.map(({ at, actor, action, subject, detail }) => [
      `${at.slice(0, 16).replace('T', ' ')}`,
      actor,
      action,
      subject,
      detail ?? '',
    ]);
    if (json) print(JSON.stringify(events, null, 2));
    else if (rows.length === 0) print('Nothing was changed.');
    else print(table(['WHEN (UTC)', 'WHO', 'WHAT', 'WHICH', 'DETAIL'], rows));
    return 0;
  },
};

function limitOf(text: string | undefined): number {
  if (text === undefined) return USUAL_LIMIT;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`--limit is “${text}”, but must be a whole number from 1 to 999999.`);
}
