import { withStore } from '../../store/with-store.ts';
import { wholeNumber } from '../framework/arguments.ts';
import type { Command } from '../framework/command.ts';
import { parsePast } from '../framework/dates.ts';
import { table } from '../terminal/table.ts';

const DEFAULT_LIMIT = '50';

export const audit: Command = {
  name: 'audit',
  summary: 'show who changed what and when, the newest first',
  flags: {
    limit: { value: 'N', help: `how many changes to show; ${DEFAULT_LIMIT} where it is left out` },
    since: { value: 'DATE|7d', help: 'only changes from then on' },
  },
  does: ['open-store'],
  example: 'sylva audit --since 7d',
  async run({ settings, flag, show }) {
    const limit = wholeNumber('limit', flag('limit') ?? DEFAULT_LIMIT, 999_999);
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
