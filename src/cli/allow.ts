// In charge of `sylva allow …`: the addresses that may call without a key.

import { formatRange, overlap, parseRange, type Range } from '../access/address.ts';
import { withStore } from '../compose.ts';
import { type Command, Failure, UsageError } from './command.ts';
import { shortMoment } from './moments.ts';
import { table } from './table.ts';

export const addAllowed: Command = {
  name: 'allow add',
  summary: 'let an address or a range of them call without a key',
  positionals: ['CIDR'],
  flags: { note: { value: 'TEXT', help: 'whose addresses they are' } },
  settings: ['data', 'database', 'trustProxy', 'actor'],
  example: 'sylva allow add 192.0.2.0/24 --note "Reading room"\nsylva allow add 2001:db8::/48',
  async run({ positionals: [text], settings, flag, json, print, complain }) {
    const range = rangeOf(text);
    const proxy = settings.trustProxy.find((each) => overlap(each, range));
    if (proxy)
      throw new Failure(
        `${text} and the trusted proxy ${formatRange(proxy)} share addresses: whoever comes through it would be let in.`,
      );
    const note = flag('note') ?? null;
    const added = await withStore(settings, ({ access }) => access.allow(formatRange(range), note), {
      mayCreate: true,
    });
    if (range.prefix === 0) complain('Careful: this lets every address of its family call without a key.');
    if (json) print(JSON.stringify(added));
    else print(`${added.cidr} may call without a key.`);
    return 0;
  },
};

export const listAllowed: Command = {
  name: 'allow list',
  summary: 'show the allowlist',
  positionals: [],
  flags: {},
  settings: ['data', 'database'],
  example: 'sylva allow list',
  async run({ settings, json, print }) {
    const ranges = await withStore(settings, ({ access }) => access.allowlist());
    if (json) print(JSON.stringify(ranges, null, 2));
    else if (ranges.length === 0) print('The allowlist is empty.');
    else
      print(
        table(
          ['CIDR', 'SINCE', 'NOTE'],
          ranges.map(({ cidr, createdAt, note }) => [cidr, shortMoment(createdAt), note ?? '']),
        ),
      );
    return 0;
  },
};

export const removeAllowed: Command = {
  name: 'allow remove',
  summary: 'take a range off the allowlist',
  positionals: ['CIDR'],
  flags: {},
  settings: ['data', 'database', 'actor'],
  example: 'sylva allow remove 192.0.2.0/24',
  async run({ positionals: [text], settings, json, print }) {
    const cidr = formatRange(rangeOf(text));
    const wasThere = await withStore(settings, ({ access }) => access.disallow(cidr));
    if (!wasThere) throw new Failure(`${cidr} is not on the allowlist. sylva allow list shows it.`);
    if (json) print(JSON.stringify({ cidr }));
    else print(`${cidr} is off the allowlist.`);
    return 0;
  },
};

function rangeOf(text: string): Range {
  const range = parseRange(text);
  if (typeof range === 'string') throw new UsageError(range);
  return range;
}
