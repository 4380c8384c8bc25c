// A long table of lines that another thread reads as well, from its end, is told as it is by one alone.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { helperThread } from '../../../src/config/helper-thread.ts';
import { LineHelper, type LineOrder } from '../../../src/content/line-helper.ts';
import type { KnownTree } from '../../../src/content/outline.ts';
import { checkSource } from '../../../src/content/read.ts';
import { SharedLines } from '../../../src/content/shared-lines.ts';
import { tellFromEnd } from '../../../src/content/told-lines.ts';
import { writeFiles } from '../../support/folders.ts';
import { often } from '../../support/often.ts';

type Row = Record<string, unknown>;
type Begin = (order: LineOrder) => Worker | undefined;

const NAME = 'trees.ndjson';
/** Some three lines. */
const STRETCH_BYTES = 600;
const MOST_TREE_BYTES = 11_000;

/** All that is said, and how far it is. */
function told(source: string, helper: LineHelper): { said: string; steps: number[] } {
  const steps: number[] = [];
  const progress = (step: string, done = 0, total = 0) => {
    assert.ok(done <= total);
    if (step === 'reading') steps.push(done / total);
  };
  const { trees, families, map, errors, warnings, passedOver, drafts, tally } = {
    ...checkSource(source, 'es', progress, MOST_TREE_BYTES, undefined, helper),
  } as ReturnType<typeof checkSource> & Row;
  const said = { trees: trees.length, families: [...(families as Map<string, unknown>)], map, errors, warnings };
  return { said: JSON.stringify({ ...said, passedOver, drafts, tally }, null, 1), steps };
}

/** Counts the trees that are known by what was told of them. */
class CountingHelper extends LineHelper {
  known = 0;

  override treesAt(numbers: Iterable<number>): KnownTree[] {
    const trees = super.treesAt(numbers);
    this.known += trees.length;
    return trees;
  }
}

const alone = (source: string) => told(source, new LineHelper(Infinity)).said;

function helped(source: string, begin?: Begin): { said: string; steps: number[]; known: number } {
  const helper = new CountingHelper(1, STRETCH_BYTES, begin);
  return { ...told(source, helper), known: helper.known };
}

/** Tells so many stretches before anything else is read; of the last ones it may have taken, and not told, some. */
function tellsFirst(stretches: number, untold = 0): Begin {
  return ({ lines, port, ...how }) => {
    const shared = new SharedLines(lines);
    for (const report of tellFromEnd(shared, how).take(Math.min(stretches, shared.count))) port.postMessage(report);
    for (let number = 0; number < untold; number++) shared.takeOne();
    return undefined;
  };
}

const GOOD = {
  ...{ slug: 'oak', scientificName: 'Quercus robur', family: 'Fagaceae' },
  ...{ 'title.en': 'Oak', 'description.en': 'A tree.', 'title.es': 'Roble', 'description.es': 'Un árbol.' },
};

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const number = fc.nat(12);

/** Most are trees of which there is nothing to say; of some another line is far away. */
const odd = fc
  .record({
    slug: rarely(fc.constantFrom('No Slug', '', 7)),
    scientificName: rarely(fc.constantFrom('Quercus robur', 'quercus  robur', '')),
    family: rarely(fc.constantFrom('FAGACEAE', 'Ulmaceae', ' Fagaceae')),
    distribution: maybe(fc.constantFrom(['Spain'], ['spain', 'France'], ['Spain', 'Italy'])),
    formerSlugs: rarely(number.map((tree) => [`tree-${tree}`])),
    draft: rarely(fc.constantFrom(true, 'perhaps')),
    fruitingSeason: rarely(fc.constant(['maybe'])),
    'description.es': rarely(fc.constantFrom('', 'x'.repeat(20_000), 'a\u0007b', 'Un a\ufffdrbol.')),
    'tags.en': maybe(fc.constantFrom(['Shade'], ['shade'], ['Shade', 'Wet'])),
    'family.commonName.en': rarely(fc.constantFrom('Beeches', 'Elms')),
    Title: rarely(fc.constant('x')),
  })
  .map((cells): Row => JSON.parse(JSON.stringify(cells)));

const ofLanguage = (locale: string, tree: number): Row => ({
  ...{ slug: `tree-${tree}`, locale, title: `Tree ${tree}`, description: 'A tree.' },
  ...{ scientificName: `Quercus q${tree}`, family: tree % 2 ? 'Fagaceae' : 'fagaceae' },
});

const line = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.nat(100), odd)
      .map(([tree, cells]) =>
        JSON.stringify({ ...GOOD, slug: `tree-${tree}`, scientificName: `Quercus q${tree}`, ...cells }),
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('en', 'es', 'en', 'es', 'fr'), number)
      .map((each) => JSON.stringify(ofLanguage(...each))),
  },
  {
    weight: 2,
    arbitrary: number.map((tree) =>
      ['en', 'es'].map((locale) => JSON.stringify(ofLanguage(locale, tree + 50))).join('\n'),
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('', '  ', '{', '[1]', 'null', '{"slug":"oak","slug":"elm"}') },
);

const MARK = Buffer.from('\ufeff');
/** What programs make of a file. */
const AS_WRITTEN: ((text: string) => Buffer)[] = [
  ...Array.from({ length: 6 }, () => (text: string) => Buffer.from(text)),
  (text) => Buffer.concat([MARK, Buffer.from(text)]),
  (text) => Buffer.from(text.replaceAll('\n', '\r\n')),
  (text) => Buffer.from(text, 'latin1'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 10, 0xff])]),
  (text) => Buffer.from(text.replaceAll('\n', ' ')),
  (text) => Buffer.from(`${text}\n\n`),
];

const beside = fc.record({
  'families.yaml': maybe(fc.constantFrom('Fagacea: { en: Beeches }\n', 'Ulmaceae: { en: Elms }\n')),
});

test('random lines are told alike by one thread and by two, wherever they meet', (t) => {
  const tables = fc.record({
    lines: fc.array(line, { maxLength: 60, size: 'max' }),
    asWritten: fc.constantFrom(...AS_WRITTEN),
    beside,
    stretches: fc.oneof(fc.constant(1000), fc.nat(12)),
    untold: fc.nat(2),
  });
  fc.assert(
    fc.property(tables, ({ lines, asWritten, beside, stretches, untold }) => {
      const others = Object.entries(beside).filter(([, text]) => text !== undefined) as [string, string][];
      const files = { ...Object.fromEntries(others), [NAME]: asWritten(lines.join('\n')) };
      const source = join(writeFiles(t, files), NAME);
      const { said, steps } = helped(source, tellsFirst(stretches, untold));
      assert.equal(said, alone(source));
      assert.deepEqual(
        steps,
        steps.toSorted((a, b) => a - b),
      );
    }),
    { numRuns: often(200, 5_000) },
  );
});

/** Lines without anything to say, but for one in nine. */
const linesOf = (count: number) =>
  Array.from({ length: count }, (_, tree) => {
    const row = { ...GOOD, slug: `tree-${tree}`, scientificName: `Quercus q${tree}` };
    return JSON.stringify(tree % 9 === 0 ? { ...row, 'description.es': '' } : row);
  });

const writeLines = (t: TestContext, lines: string[]) => join(writeFiles(t, { [NAME]: lines.join('\n') }), NAME);

/** A thread, and until how many stretches are taken it is waited for. */
function threadThatTakes(thread: URL, stretches: (lines: SharedLines) => number): Begin {
  return (order) => {
    const lines = new SharedLines(order.lines);
    const worker = helperThread(thread, order, { transferList: [order.port] });
    while (Atomics.load(order.lines.taken, 0) < stretches(lines));
    return worker;
  };
}

const moduleIn = (path: string) => new URL(`../../../src/content/${path}`, import.meta.url);

test('the thread reads all that is left to it', (t) => {
  const source = writeLines(t, linesOf(400));
  let stretches = 0;
  const begin = threadThatTakes(moduleIn('line-helper-thread.ts'), ({ count }) => {
    stretches = count;
    return count;
  });
  const { said, known } = helped(source, begin);
  assert.equal(said, alone(source));
  assert.ok(stretches > 50);
  // All but those with something to say, and perhaps the three of the stretch that it has not told yet.
  assert.ok(known >= 355 - 3, `${known} are known.`);
});

/** Tells two stretches, and fails over the third. */
const DIES = `
  import { workerData } from 'node:worker_threads';
  import { SharedLines } from '${moduleIn('shared-lines.ts')}';
  import { tellFromEnd } from '${moduleIn('told-lines.ts')}';
  const { lines, port, ...how } = workerData;
  const shared = new SharedLines(lines);
  for (const report of tellFromEnd(shared, how).take(2)) port.postMessage(report);
  shared.takeOne();
`;
const FAILURES = { throws: 'throw new Error("It has failed.");', exits: 'process.exit(1);', rests: 'for (;;);' };

for (const [what, failure] of Object.entries(FAILURES)) {
  test(`a thread ${what} midway: its lines are read without it`, async (t) => {
    const source = writeLines(t, linesOf(60));
    const script = new URL(`data:text/javascript,${encodeURIComponent(DIES + failure)}`);
    const workers: (Worker | undefined)[] = [];
    const begin = threadThatTakes(script, () => 3);
    const { said } = helped(source, (order) => {
      workers.push(begin(order));
      return workers[0];
    });
    assert.equal(said, alone(source));
    // It is ended, whatever it does, and nobody hears of it.
    const { promise, resolve } = Promise.withResolvers<number>();
    workers[0]?.on('exit', resolve);
    await promise;
  });
}

test('where no thread can be made, or it cannot begin, all lines are read without it', (t) => {
  const source = writeLines(t, linesOf(60));
  const expected = alone(source);
  for (const thread of [new URL('none:'), moduleIn('no-such-thread.ts')]) {
    const workers: (Worker | undefined)[] = [];
    const begin: Begin = (order) => {
      workers.push(helperThread(thread, order, { transferList: [order.port] }));
      return workers[0];
    };
    assert.equal(helped(source, begin).said, expected);
    assert.equal(workers[0] === undefined, thread.protocol === 'none:');
  }
});

test('of a short table no thread is made', (t) => {
  const source = writeLines(t, linesOf(60));
  const helper = new LineHelper(undefined, undefined, () => assert.fail('There is one.'));
  assert.equal(told(source, helper).said, alone(source));
});

test('lines that most have something to say are left to the other thread', () => {
  const linesOfMany = (row: Row) => Buffer.from(`${JSON.stringify(row)}\n`.repeat(6000));
  const toldOf = (row: Row) => {
    const bytes = linesOfMany(row);
    const lines = SharedLines.of(Buffer.from(new SharedArrayBuffer(bytes.length)).fill(bytes), STRETCH_BYTES);
    const told = [...tellFromEnd(lines, { defaultLocale: 'en', mostTreeBytes: MOST_TREE_BYTES })];
    return told.length / lines.count;
  };
  assert.ok(toldOf({ ...GOOD, Title: 'x' }) < 0.5);
});

test('a region that may be two places is told to be the first that is named, whoever reads it', (t) => {
  const rows = ['Spaix', 'Spaiy'].map((place, tree) => ({
    ...GOOD,
    ...{ slug: `tree-${tree}`, scientificName: `Quercus q${tree}`, distribution: [place, 'Portugal'] },
  }));
  const shape = (name: string) => ({
    type: 'Feature',
    properties: { name },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [0, 9],
          [9, 9],
          [9, 0],
          [0, 0],
        ],
      ],
    },
  });
  const map = { type: 'FeatureCollection', features: [shape('Spain'), shape('Portugal')] };
  const first = { ...rows[0], 'description.es': '' };
  const lines = [first, rows[1]].map((row) => JSON.stringify(row)).join('\n');
  const source = join(writeFiles(t, { [NAME]: lines, 'regions.geojson': JSON.stringify(map) }), NAME);
  assert.match(alone(source), /Did you mean Spaix/);
  assert.equal(helped(source, tellsFirst(9)).said, alone(source));
});
