// What is known of the revisions before one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Tree } from '../../src/domain/tree.ts';
import { fold } from '../../src/domain/vocabulary.ts';
import { CHRONICLE, Chronicle } from '../../src/snapshot/chronicle.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { isWhole } from '../../src/snapshot/format.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { numbersBefore } from '../../src/snapshot/told-trees.ts';
import {
  emptyChronicle,
  MOST_REVISIONS,
  packedStates,
  statesByOthers,
  statesIn,
  statesOf,
  writeChronicle,
} from '../../src/snapshot/write-chronicle.ts';
import { catalogues } from '../support/catalogues.ts';
import { histories } from '../support/histories.ts';
import { edition } from '../support/publishing.ts';
import { makeText, makeTree } from '../support/trees.ts';

/** Revisions 1, 2 and so on. */
function chronicleOf(editions: Tree[][], numbers = editions.map((_, index) => index + 1)): Chronicle {
  let chronicle = new Chronicle(emptyChronicle());
  for (const [index, trees] of editions.entries())
    chronicle = new Chronicle(
      writeChronicle(chronicle, numbers[index], { states: statesOf({ trees, families: new Map() }) }),
    );
  return chronicle;
}

function changesIn(chronicle: Chronicle, since: number, present: number): string[] {
  return chronicle.changed(since, present).map((index) => {
    const { slug, change, revision } = chronicle.change(index, since, present);
    return `${slug} ${change} r${revision}`;
  });
}

const tree = (slug: string, title = slug) => makeTree({ slug, texts: { en: makeText({ title }) } });

test('the net of all revisions between, by slug, with the revision that changed each last', () => {
  const chronicle = chronicleOf([
    [tree('elm'), tree('oak'), tree('yew')],
    [tree('ash'), tree('elm', 'Elm'), tree('fir'), tree('yew')],
    [tree('ash'), tree('elm', 'Elm'), tree('yew', 'Yew')],
    [tree('ash'), tree('elm', 'Elm'), tree('yew')],
  ]);
  assert.deepEqual(changesIn(chronicle, 1, 4), ['ash added r2', 'elm changed r2', 'oak removed r2']);
  assert.deepEqual(changesIn(chronicle, 2, 4), ['fir removed r3']);
  assert.deepEqual(changesIn(chronicle, 3, 4), ['yew changed r4']);
  assert.deepEqual(changesIn(chronicle, 4, 4), []);
  assert.deepEqual(changesIn(chronicle, 1, 2), ['ash added r2', 'elm changed r2', 'fir added r2', 'oak removed r2']);
  assert.deepEqual(
    ['oak', 'fir', 'ash', 'zzz'].map((slug) => chronicle.removedBy(slug, 4)),
    [2, 3, undefined, undefined],
  );
  assert.equal(chronicle.removedBy('fir', 2), undefined);
  assert.deepEqual(
    [1, 4, 0, 5].map((number) => chronicle.knows(number)),
    [true, true, false, false],
  );
});

test('a change that shows in one language only, or in the order of authored fields, is a change', () => {
  const withTexts = (es: string, attributes: Record<string, string>) =>
    makeTree({ texts: { en: makeText({ attributes }), es: makeText({ title: es }) } });
  const chronicle = chronicleOf([
    [withTexts('Ceiba', { bark: 'grey', wood: 'soft' })],
    [withTexts('Ceibo', { bark: 'grey', wood: 'soft' })],
    [withTexts('Ceibo', { wood: 'soft', bark: 'grey' })],
  ]);
  for (const since of [1, 2]) assert.equal(changesIn(chronicle, since, 3).length, 1);
});

test('for random histories: changes applied to any earlier revision give any later one, and nothing is told in vain', () => {
  fc.assert(
    fc.property(histories, (editions) => {
      const chronicle = chronicleOf(editions);
      for (const [from, old] of editions.entries()) {
        for (const [to, present] of editions.entries()) {
          const copy = new Map(old.map((each) => [each.slug, JSON.stringify(each)]));
          const wanted = new Map(present.map((each) => [each.slug, JSON.stringify(each)]));
          const told = chronicle.changed(from + 1, to + 1).map((index) => chronicle.change(index, from + 1, to + 1));
          for (const { slug, change } of told) {
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

test('a hundred revisions before the newest are known, whatever was changed in them, and older ones make room', () => {
  const numbers = Array.from({ length: MOST_REVISIONS + 20 }, (_, index) => index + 500);
  const editions = numbers.map((number) => [tree('oak', `${number}`), tree(`only-in-${number}`), tree('yew')]);
  const chronicle = chronicleOf(editions, numbers);
  const last = numbers.at(-1) as number;
  assert.deepEqual([...chronicle.revisions], numbers.slice(-MOST_REVISIONS));
  assert.equal(chronicle.slugs.length, MOST_REVISIONS + 2);
  for (const since of [last - 100, last - 50, last - 1])
    assert.deepEqual(changesIn(chronicle, since, last), [
      `oak changed r${last}`,
      `only-in-${since} removed r${since + 1}`,
      `only-in-${last} added r${last}`,
    ]);
});

test('a snapshot and the content that it was compiled from tell the same of every tree', () => {
  fc.assert(
    fc.property(catalogues, (trees) => {
      const families = new Map(trees.map(({ family }, at) => [fold(family), at % 2 ? { en: `Family ${at}` } : {}]));
      const snapshot = openSnapshot(compile({ trees, families }));
      assert.deepEqual([...statesIn(snapshot)].sort(), [...statesOf({ trees, families })].sort());
    }),
    { numRuns: 20 },
  );
});

test('states that a former snapshot and its chronicle tell are those that hashing would give', async () => {
  await fc.assert(
    fc.asyncProperty(catalogues, catalogues, fc.boolean(), async (before, others, isRenamed) => {
      const families = new Map(before.map(({ family }) => [fold(family), { en: 'Family' }]));
      const former = openSnapshot(compile({ trees: before, families }));
      const chronicle = new Chronicle(writeChronicle(new Chronicle(emptyChronicle()), 1, { states: statesIn(former) }));
      const kept = before.filter((_, index) => index % 3 > 0);
      const added = others.filter(({ slug }) => kept.every((tree) => tree.slug !== slug));
      if (isRenamed) families.set(fold(before[0]?.family ?? 'none'), { en: 'Another' });
      const bytes = compile({ trees: [...kept, ...added], families });
      const snapshot = openSnapshot(bytes);
      let hashed = 0;
      const hashing = async (trees: Uint32Array) => {
        hashed += trees.length;
        return packedStates(bytes, trees);
      };
      const next = await statesByOthers(snapshot, hashing, {
        snapshot: former,
        before: numbersBefore(snapshot, former),
        chronicle,
      });
      const written = Buffer.from(writeChronicle(chronicle, 2, next));
      assert.ok(written.equals(writeChronicle(chronicle, 2, { states: statesIn(snapshot) })));
      if (!isRenamed) assert.ok(hashed <= added.length, `${hashed} hashed, ${added.length} added`);
    }),
    { numRuns: 30 },
  );
});

test('what trees say is told apart by either half of its 64 bits, and is never taken for no tree', () => {
  const trees = Array.from({ length: 200 }, (_, number) => tree(`tree-${number}`));
  const states = [...statesOf({ trees, families: new Map() }).values()];
  for (const half of ['high', 'low'] as const)
    assert.equal(new Set(states.map((state) => state[half])).size, trees.length);
  assert.ok(states.every(({ high }) => high !== 0));
});

test('what is damaged is none', () => {
  const bytes = writeChronicle(new Chronicle(emptyChronicle()), 1, {
    states: statesOf({ trees: edition(1), families: new Map() }),
  });
  assert.ok(isWhole(bytes, CHRONICLE));
  bytes[bytes.length - 9] ^= 1;
  assert.ok(!isWhole(bytes, CHRONICLE));
  assert.ok(!isWhole(new Uint8Array(0), CHRONICLE));
});

test('a family that gets another name changes its trees, and no other', () => {
  const trees = [makeTree({ slug: 'oak', family: 'Fagaceae' }), makeTree({ slug: 'elm', family: 'Ulmaceae' })];
  const named = (en: string) => ({ states: statesOf({ trees, families: new Map([['fagaceae', { en }]]) }) });
  const first = new Chronicle(writeChronicle(new Chronicle(emptyChronicle()), 1, named('Beeches')));
  const second = new Chronicle(writeChronicle(first, 2, named('Beeches and oaks')));
  assert.deepEqual(changesIn(second, 1, 2), ['oak changed r2']);
});

test('what is hashed by somebody else comes in parts, each tree once, and former slugs are known without', async () => {
  const trees = Array.from({ length: 1_500 }, (_, index) =>
    makeTree({ slug: `tree-${index}`, formerSlugs: [`old-${index}`] }),
  );
  const bytes = compile({ trees, families: new Map() });
  const snapshot = openSnapshot(bytes);
  const parts: number[] = [];
  const { states } = await statesByOthers(snapshot, async (some) => {
    parts.push(some.length);
    return packedStates(bytes, some);
  });
  assert.deepEqual(parts, [1_000, 500]);
  assert.deepEqual([...states].sort(), [...statesIn(snapshot)].sort());
  assert.equal(states.size, 3_000);
});

test('slugs that come in their order are found without looking for them', async (t) => {
  const trees = Array.from({ length: 20 }, (_, index) => makeTree({ slug: `tree-${index}` }));
  const [former, snapshot] = [trees, trees.toSpliced(7, 1)].map((some) =>
    openSnapshot(compile({ trees: some, families: new Map() })),
  );
  const chronicle = new Chronicle(writeChronicle(new Chronicle(emptyChronicle()), 1, { states: statesIn(former) }));
  const looking = [former.slugs, chronicle.slugs].map((slugs) => t.mock.method(slugs, 'find'));
  const before = numbersBefore(snapshot, former);
  await statesByOthers(snapshot, async () => new Uint8Array(), { snapshot: former, before, chronicle });
  assert.deepEqual(
    looking.map(({ mock }) => mock.callCount()),
    [1, 1],
  );
});
