import { formatRange, parseRange, type Range } from '../../net/address.ts';
import { everybodyIn, openTo, overlap } from '../../net/coverage.ts';
import type { Store } from '../../store/store.ts';
import { withStore } from '../../store/with-store.ts';
import { type Command, storedText } from '../framework/command.ts';
import { shortMoment } from '../framework/dates.ts';
import { Failure, UsageError } from '../framework/errors.ts';
import { table } from '../terminal/table.ts';

export const addAllowed: Command = {
  name: 'allow add',
  summary: 'let an address or a range of them call without a key',
  positionals: ['CIDR'],
  flags: {
    note: { value: 'TEXT', help: 'whose addresses they are; a range that is there keeps its note without it' },
    'open-to-everyone': { help: 'also where nearly everybody would then need no key' },
  },
  does: ['open-store', 'change-store', 'allow'],
  example: 'sylva allow add 192.0.2.0/24 --note "Reading room"\nsylva allow add 2001:db8::/48',
  async run(input) {
    const { settings, flag, complain } = input;
    const [cidr] = input.positionals;
    const range = rangeOf(cidr);
    const text = storedText(input, 'note');
    // Undefined keeps the note of a present range; null removes it.
    const note = text === null ? undefined : text || null;
    const proxy = settings.trustProxy.find((each) => overlap(each, range));
    if (proxy)
      throw new Failure(
        `${cidr} and the trusted proxy ${formatRange(proxy)} share addresses: whoever comes through it would be let in.`,
      );
    let caution: string | undefined;
    const add = ({ access }: Store) =>
      access.allow(formatRange(range), note, (present) => {
        caution = cautionFor(range, present, flag('open-to-everyone') !== undefined);
      });
    const added = await withStore(settings, add, { mayCreate: true, tell: complain });
    if (caution) complain(`Careful: ${caution}`);
    return input.tell(added, `${added.cidr} may call without a key.`);
  },
};

/** A warning if the range opens the allowlist to nearly everybody; a Failure unless that is meant. */
function cautionFor(range: Range, present: { cidr: string }[], isMeant: boolean): string | undefined {
  const before = present.map(({ cidr }) => rangeOf(cidr));
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
  does: ['open-store'],
  example: 'sylva allow list',
  async run({ settings, show }) {
    const ranges = await withStore(settings, ({ access }) => access.allowlist());
    const rows = ranges.map(({ cidr, createdAt, note }) => [cidr, shortMoment(createdAt), note ?? '']);
    return show(ranges, table(['CIDR', 'SINCE', 'NOTE'], rows, { none: 'The allowlist is empty.' }));
  },
};

export const removeAllowed: Command = {
  name: 'allow remove',
  summary: 'take a range off the allowlist',
  positionals: ['CIDR'],
  does: ['open-store', 'change-store'],
  example: 'sylva allow remove 192.0.2.0/24',
  async run({ positionals: [text], settings, tell }) {
    const cidr = formatRange(rangeOf(text));
    const wasThere = await withStore(settings, ({ access }) => access.disallow(cidr));
    if (!wasThere) throw new Failure(`${cidr} is not on the allowlist. sylva allow list shows it.`);
    return tell({ cidr }, `${cidr} is off the allowlist.`);
  },
};

function rangeOf(text: string): Range {
  const range = parseRange(text);
  if (typeof range === 'string') throw new UsageError(range);
  return range;
}
