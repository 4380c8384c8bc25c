import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ChangeLog, encodeChangeLog } from '../../src/snapshot/change-log.ts';
import { OtherFormatError, SnapshotError } from '../../src/snapshot/format.ts';
import { changeLogRows, type States, statesOf } from '../support/change-logs.ts';
import { histories } from '../support/histories.ts';

/** Of revisions 1, 2 and so on, from the first that is remembered. */
function logOf(editions: States[], first = 1): ChangeLog {
  const all = editions.map((states, index) => ({ revision: index + 1, states }));
  return new ChangeLog(encodeChangeLog(changeLogRows(all.slice(first - 1))));
}

function changesIn(log: ChangeLog, since: number, present: number): string[] {
  return log.changed(since, present).map((index) => {
    const { slug, change, revision } = log.change(index, since, present);
    return `${slug} ${change} r${revision}`;
  });
}

const states = (of: Record<string, string>): States => new Map(Object.entries(of));

const EDITIONS = [
  states({ elm: 'a', oak: 'b', yew: 'c' }),
  states({ ash: 'd', elm: 'e', fir: 'f', yew: 'c' }),
  states({ ash: 'd', elm: 'e', yew: 'g' }),
  states({ ash: 'd', elm: 'e', yew: 'c' }),
];

test('tells the net of all revisions between two, by slug, with the revision that changed each last', () => {
  const log = logOf(EDITIONS);
  assert.deepEqual(changesIn(log, 1, 4), ['ash added r2', 'elm changed r2', 'oak removed r2']);
  assert.deepEqual(changesIn(log, 2, 4), ['fir removed r3']);
  assert.deepEqual(changesIn(log, 3, 4), ['yew changed r4']);
  assert.deepEqual(changesIn(log, 4, 4), []);
  assert.deepEqual(changesIn(log, 1, 2), ['ash added r2', 'elm changed r2', 'fir added r2', 'oak removed r2']);
});

test('tells which revision removed what a slug led to, as long as it is remembered', () => {
  const log = logOf(EDITIONS);
  assert.deepEqual(
    ['oak', 'fir', 'ash', 'zzz'].map((slug) => log.removedBy(slug, 4)),
    [2, 3, undefined, undefined],
  );
  assert.equal(log.removedBy('fir', 2), undefined);
  assert.equal(logOf(EDITIONS, 3).removedBy('oak', 4), undefined);
});

test('knows the revisions that are remembered', () => {
  const log = logOf(EDITIONS, 2);
  assert.deepEqual(
    [1, 2, 4, 5].map((revision) => log.knows(revision)),
    [false, true, true, false],
  );
  assert.deepEqual(changesIn(log, 2, 4), ['fir removed r3']);
});

test('a slug that leads to another has no tree, and was not removed', () => {
  const log = logOf([states({ oak: 'a' }), states({ oak: '>elm', elm: 'a' }), states({ oak: '>ash' }), states({})]);
  assert.deepEqual(changesIn(log, 1, 2), ['elm added r2', 'oak removed r2']);
  assert.deepEqual(changesIn(log, 2, 3), ['elm removed r3']);
  assert.equal(log.removedBy('oak', 3), undefined);
  assert.equal(log.removedBy('oak', 4), 4);
});

test('for random histories, the changes since any remembered revision lead to any later one', () => {
  fc.assert(
    fc.property(histories, fc.nat(), (editions, oldest) => {
      const all = editions.map((trees) => statesOf(trees));
      const treesAt = (revision: number) =>
        new Map([...all[revision - 1]].filter(([, state]) => !state.startsWith('>')));
      const first = 1 + (oldest % all.length);
      const log = logOf(all, first);
      for (let since = first; since <= all.length; since++) {
        for (let present = since; present <= all.length; present++) {
          const [copy, wanted] = [treesAt(since), treesAt(present)];
          for (const index of log.changed(since, present)) {
            const { slug, change } = log.change(index, since, present);
            assert.equal(change === 'added', !copy.has(slug));
            assert.equal(change === 'removed', !wanted.has(slug));
            assert.notEqual(copy.get(slug), wanted.get(slug));
            if (change === 'removed') copy.delete(slug);
            else copy.set(slug, wanted.get(slug) as string);
          }
          assert.deepEqual([...copy].sort(), [...wanted].sort());
        }
      }
    }),
  );
});

test('an empty log knows nothing', () => {
  const log = new ChangeLog(encodeChangeLog({ revisions: [], slugs: [] }));
  assert.deepEqual([log.knows(1), log.changed(1, 2), log.removedBy('oak', 1)], [false, [], undefined]);
});

test('refuses bytes that are damaged, and a log of another format', () => {
  const bytes = encodeChangeLog(changeLogRows([{ revision: 1, states: EDITIONS[0] }]));
  assert.ok(bytes.buffer instanceof SharedArrayBuffer);
  const [damaged, other] = [Uint8Array.from(bytes), Uint8Array.from(bytes)];
  damaged[damaged.length - 9] ^= 1;
  other[8]++;
  assert.throws(() => new ChangeLog(damaged), SnapshotError);
  assert.throws(() => new ChangeLog(other), OtherFormatError);
  assert.throws(() => new ChangeLog(new Uint8Array()), SnapshotError);
});
