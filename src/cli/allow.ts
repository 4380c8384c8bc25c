// In charge of `sylva allow …`: the addresses that may call without a key.

import { formatRange, overlap, parseRange, type Range } from '../access/address.ts';
import { everybodyIn } from '../access/coverage.ts';
import { withStore } from '../compose.ts';
import { openTo } from '../monitor/openness.ts';
import type { AccessStore } from '../store/access-store.ts';
import type { Store } from '../store/store.ts';
import { type Command, Failure, type Input, UsageError } from './command.ts';
import { keptText } from './kept-text.ts';
import { shortMoment } from './moments.ts';
import { table } from './table.ts';

export const addAllowed: Command = {
  name: 'allow add',
  summary: 'let an address or a range of them call without a key',
  positionals: ['CIDR'],
  flags: {
    note: { value: 'TEXT', help: 'whose addresses they are; a range that is there keeps its note without it' },
    'open-to-everyone': { help: 'also where nearly everybody would then need no key' },
  },
  settings: ['data', 'database', 'trustProxy', 'actor'],
  example: 'sylva allow add 192.0.2.0/24 --note "Reading room"\nsylva allow add 2001:db8::/48',
  async run(input) {
    const { settings, flag, json, print, complain } = input;
    const [text] = input.positionals;
    const range = rangeOf(text);
    const note = noteIn(input);
    const proxy = settings.trustProxy.find((each) => overlap(each, range));
    if (proxy)
      throw new Failure(
        `${text} and the trusted proxy ${formatRange(proxy)} share addresses: whoever comes through it would be let in.`,
      );
    const add = async ({ access }: Store) => {
      const opened = await cautionFor(range, access, flag('open-to-everyone') !== undefined);
      return { added: await access.allow(formatRange(range), note), caution: opened };
    };
    const { added, caution } = await withStore(settings, add, { mayCreate: true, tell: complain });
    if (caution) complain(`Careful: ${caution}`);
    if (json) print(JSON.stringify(added));
    else print(`${added.cidr} may call without a key.`);
    return 0;
  },
};

/** Undefined where none is given, null for an empty one. */
function noteIn(input: Input): string | null | undefined {
  const text = keptText(input, 'note');
  return text === null ? undefined : text || null;
}

/** What opening the allowlist to nearly everybody means, which only happens to those who say so. */
async function cautionFor(range: Range, access: AccessStore, isMeant: boolean): Promise<string | undefined> {
  const before = (await access.allowlist()).map(({ cidr }) => rangeOf(cidr));
  const after = [...before, range];
  if (everybodyIn(after) === everybodyIn(before)) return undefined;
  if (isMeant) return openTo(after);
  throw new Failure(
    `The allowlist would let ${everybodyIn(after)} call without a key. Add --open-to-everyone if you mean it.`,
  );
}

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
