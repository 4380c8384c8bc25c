// What is published with the help of the publish before it is what would be published without.

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { readSettings } from '../../../src/config/settings.ts';
import { KnownTrees } from '../../../src/content/known-trees.ts';
import { TextColumn } from '../../../src/content/text-column.ts';
import { keepLastPublished, type LastPublished, readLastPublished } from '../../../src/server/last-published.ts';
import { listOf } from '../../../src/store/pieces.ts';
import { command, commandJson } from '../../support/command.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { COSTA_RICA } from '../../support/maps.ts';
import { often } from '../../support/often.ts';
import { spoil } from '../../support/pieces.ts';
import { contentOf, storeOf } from '../../support/publishing.ts';
import { sylva } from '../../support/sylva.ts';

/** So many, and so long, that a change leaves most pieces of content as they were. */
const SLUGS = Array.from(
  { length: 40 },
  (_, number) => `acer-${String.fromCharCode(97 + (number % 26))}${'x'.repeat(number / 26)}`,
);
const LONG = Array.from({ length: 400 }, (_, number) => `word${(number * 7919) % 1000}`).join(' ');

type Row = Record<string, unknown>;

function rowOf(slug: string, more: Row = {}): Row {
  const text = {
    'title.en': slug,
    'description.en': `The ${slug}.`,
    'body.en': `${slug} ${LONG}`,
    'tags.en': ['shade'],
  };
  const inSpanish = { 'title.es': slug, 'description.es': `El ${slug}.`, 'tags.es': ['sombra'] };
  const facts = { scientificName: `Acer ${slug.slice(5)}lbum`, family: 'Sapindaceae', distribution: ['Spain'] };
  return { slug, ...facts, ...text, ...inSpanish, ...more };
}

/** What may become of a row: some of it makes a row or others warn, and some takes a text or the row away. */
const edit = fc.constantFrom<Row | 'goes'>(
  { 'title.en': 'Another' },
  { 'description.es': 'Otro árbol, más largo.' },
  { 'tags.en': ['Shade', 'street'] },
  { 'tags.es': [] },
  { family: 'Aceraceae' },
  { family: 'sapindaceae' },
  { distribution: ['Spain', 'France'] },
  { scientificName: 'Acer rubrum' },
  { formerSlugs: ['old-acer'] },
  { updatedAt: '2026-01-01', conservationStatus: 'LC', floweringSeason: ['may'] },
  { 'title.es': undefined, 'description.es': undefined },
  { synonyms: ['Acer vetus'], commonNames: [{ name: 'Maple', language: 'en' }] },
  { 'family.commonName.en': 'Maples' },
  'goes',
);

interface Edition {
  edits: Map<string, Row | 'goes'>;
  added: string[];
  hasFamilies: boolean;
  hasMap: boolean;
}

const editions: fc.Arbitrary<Edition> = fc.record({
  edits: fc.array(fc.tuple(fc.constantFrom(...SLUGS), edit), { maxLength: 2 }).map((all) => new Map(all)),
  added: fc.subarray(['acer-new', 'zelkova'], { maxLength: 1 }),
  hasFamilies: fc.boolean(),
  hasMap: fc.boolean(),
});

function filesOf({ edits, added, hasFamilies, hasMap }: Edition): Record<string, string> {
  const rows = SLUGS.flatMap((slug) => {
    const what = edits.get(slug) ?? {};
    return what === 'goes' ? [] : [rowOf(slug, what)];
  });
  const lines = [...rows, ...added.map((slug) => rowOf(slug))].map((row) => JSON.stringify(row));
  return {
    'trees.ndjson': lines.join('\n'),
    ...(hasFamilies && { 'families.yaml': 'Sapindaceae: { en: Soapberries }\n' }),
    ...(hasMap && { 'regions.geojson': COSTA_RICA }),
  };
}

async function publishedIn(t: TestContext, data: string, files: Record<string, string>): Promise<unknown> {
  const source = join(writeFiles(t, files), 'trees.ndjson');
  const { code, stdout } = await command(['publish', source, '--data', data, '--json']);
  const { revision, ...told } = JSON.parse(stdout);
  const store = await storeOf(t, data);
  const active = await store.revisions.active();
  const content = active && (await contentOf(store, active));
  const lines = content && [
    ...content.trees.map((tree) => JSON.stringify(tree)),
    JSON.stringify([...content.families]),
  ];
  return { code, told, id: revision?.id, hash: active?.hash, families: active?.families, lines };
}

test('for random changes, one after the other: the same is told and stored', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(editions, { minLength: 1, maxLength: 3 }), async (all) => {
      const [data, fromScratch] = [temporaryFolder(t), temporaryFolder(t)];
      const first = { edits: new Map(), added: [], hasFamilies: false, hasMap: false };
      for (const edition of [first, ...all]) {
        const files = filesOf(edition);
        rmSync(join(fromScratch, 'cache'), { recursive: true, force: true });
        assert.deepEqual(await publishedIn(t, data, files), await publishedIn(t, fromScratch, files));
      }
    }),
    { numRuns: often(8, 100) },
  );
});

const LOST: Record<string, (t: TestContext, data: string) => Promise<void>> = {
  async 'pieces of it are altered'(t, data) {
    const { db } = (await storeOf(t, data)).engine;
    await spoil(db, (await listOf(db, 1, 'snapshot'))?.numbers ?? []);
  },
  async 'its list of pieces is lost'(t, data) {
    const { db } = (await storeOf(t, data)).engine;
    await db.deleteFrom('pieceLists').where('kind', '=', 'snapshot').execute();
  },
};

for (const [what, lose] of Object.entries(LOST)) {
  test(`where ${what}, that is told with what to do, and nothing is built on it`, async (t) => {
    const data = temporaryFolder(t);
    const rows = (title: string) =>
      SLUGS.map((slug, at) => JSON.stringify(rowOf(slug, at === 3 ? { 'title.en': title } : {})));
    const publish = (title: string, ...words: string[]) => {
      const source = join(writeFiles(t, { 'trees.ndjson': rows(title).join('\n') }), 'trees.ndjson');
      return command(['publish', source, '--data', data, '--json', ...words]);
    };
    await publish('One');
    await lose(t, data);
    const { code, stdout, stderr } = await publish('Two');
    assert.deepEqual([code, /--mend/.test(stdout + stderr)], [1, true]);
    const store = await storeOf(t, data);
    assert.equal((await store.revisions.active())?.id, 'r1');
    assert.equal((await publish('Two', '--mend', '--allow-removals')).code, 0);
    const active = await store.revisions.active();
    assert.deepEqual([active?.id, active && (await contentOf(store, active)).trees.length], ['r2', SLUGS.length]);
  });
}

test('what was published before by another Sylva, or without being kept, is known after it was published again', async (t) => {
  const data = temporaryFolder(t);
  const files = filesOf({ edits: new Map(), added: [], hasFamilies: true, hasMap: false });
  const source = join(writeFiles(t, files), 'trees.ndjson');
  const publish = () => commandJson(['publish', source, '--data', data]);
  await publish();
  rmSync(join(data, 'cache'), { recursive: true });
  assert.equal((await publish()).published, false);
  const kept = readLastPublished(readSettings({ data }, {}));
  assert.equal(kept?.columns.slugs.length, SLUGS.length);
});

test('of two publishes of the same at once, neither remembers where the revision before was stored', async (t) => {
  const data = temporaryFolder(t);
  const source = (first: string, rounds: number) => {
    const rows = [rowOf('aaa', { 'title.en': first }), ...SLUGS.map((slug) => rowOf(slug))];
    const added = Array.from({ length: rounds }, (_, round) => rowOf(`aa-${round}`));
    const text = [...added, ...rows].map((row) => JSON.stringify(row)).join('\n');
    return join(writeFiles(t, { 'trees.ndjson': text }), 'trees.ndjson');
  };
  await commandJson(['publish', source('One', 0), '--data', data]);
  for (let round = 1; round <= 4; round++) {
    const words = ['publish', source('One', round), '--data', data, '--json'];
    const both = await Promise.all([sylva(words), sylva(words)]);
    assert.deepEqual(
      both.map(({ code }) => code),
      [0, 0],
    );
    for (const title of ['Two', 'One']) {
      const { changed } = await commandJson(['publish', source(title, round), '--data', data]);
      assert.deepEqual(changed, [{ slug: 'aaa', fields: ['title.en'] }]);
    }
  }
});

test('what is kept may be any nonsense: then everything is read', async (t) => {
  const data = temporaryFolder(t);
  const settings = readSettings({ data }, {});
  const changing = { one: SLUGS.slice(3, 4), many: SLUGS.filter((_, at) => at % 3 === 0) };
  const publish = (title: string, changed: string[]) => {
    const rows = SLUGS.map((slug) => JSON.stringify(rowOf(slug, changed.includes(slug) ? { 'title.en': title } : {})));
    return commandJson([
      'publish',
      join(writeFiles(t, { 'trees.ndjson': rows.join('\n') }), 'trees.ndjson'),
      '--data',
      data,
    ]);
  };
  const withSlugs = ({ columns, ...last }: LastPublished, slugs: string[]) => ({
    ...last,
    columns: { ...columns, slugs: TextColumn.of(slugs) },
  });
  const columnsIn = ({ columns }: LastPublished, change: (texts: string[]) => string[]) =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, TextColumn.of(change(column.all()))]));
  const nonsense: ((last: LastPublished, slugs: string[]) => unknown)[] = [
    (last, slugs) => withSlugs(last, slugs.with(0, 'aaa-no-such-tree')),
    (last, slugs) => withSlugs(last, slugs.with(0, 'zzz-no-such-tree')),
    (last, slugs) =>
      withSlugs(
        last,
        slugs.map((slug) => `${slug}-x`),
      ),
    (last, slugs) => withSlugs(last, slugs.slice(1)),
    (last) => ({ ...last, columns: columnsIn(last, (texts) => texts.slice(1)) }),
    (last) => ({ ...last, columns: columnsIn(last, ([first, second, ...texts]) => [second, first, ...texts]) }),
    (last) => ({ ...last, blocks: null }),
    (last, slugs) => ({ ...last, blocks: last.blocks.map((block) => ({ ...block, trees: [slugs.length] })) }),
    (last) => ({ ...last, blocks: last.blocks.flatMap((block) => [block, { ...block, sum: 'another' }]) }),
    (last) => ({ ...last, report: { ...last.report, warnings: undefined } }),
    (last) => ({ ...last, columns: { ...last.columns, outlines: TextColumn.of([]) } }),
  ];
  for (const [which, slugs] of Object.entries(changing)) {
    await publish(`Before ${which}`, slugs);
    for (const [index, spoil] of nonsense.entries()) {
      const last = readLastPublished(settings) as LastPublished;
      await keepLastPublished(settings, spoil(last, last.columns.slugs.all()) as LastPublished);
      const { changed } = await publish(`Title ${index}`, slugs);
      const expected = slugs.toSorted().map((slug) => ({ slug, fields: ['title.en'] }));
      assert.deepEqual(changed, expected, `${which} ${index}`);
    }
  }
});

test('a source that changes after it has gone by is read as it is then', async (t) => {
  const [data, source] = [temporaryFolder(t), join(writeFiles(t, {}), 'trees.ndjson')];
  // So many that most are in blocks that are as they were.
  const others = Array.from({ length: 400 }, (_, at) =>
    rowOf(`tree-${String(at).padStart(3, '0')}`, { 'body.en': '' }),
  );
  const write = (title: string) =>
    writeFileSync(
      source,
      [rowOf(SLUGS[3], { 'title.en': title }), ...others].map((row) => JSON.stringify(row)).join('\n'),
    );
  const publish = () => commandJson(['publish', source, '--data', data]);
  write('One');
  await publish();
  write('Two');
  const { knownBlocks } = KnownTrees.prototype;
  const mock = t.mock.method(KnownTrees.prototype, 'knownBlocks', function (this: KnownTrees, sums: string[]) {
    const known = knownBlocks.call(this, sums);
    const isFirst = mock.mock.callCount() === 0;
    assert.equal(known.size > 0, isFirst);
    if (isFirst) write('Three');
    return known;
  });
  const change = [{ slug: SLUGS[3], fields: ['title.en'] }];
  assert.deepEqual((await publish()).changed, change);
  assert.equal(mock.mock.callCount(), 2);
  mock.mock.restore();
  assert.deepEqual((await publish()).changed, []);
  write('Two');
  assert.deepEqual((await publish()).changed, change);
});

test('a source that never stays as it is while it is read is not published', async (t) => {
  const [data, source] = [temporaryFolder(t), join(writeFiles(t, {}), 'trees.ndjson')];
  let times = 0;
  const write = () => writeFileSync(source, JSON.stringify(rowOf(SLUGS[3], { 'title.en': `Title ${++times}` })));
  write();
  const { knownBlocks } = KnownTrees.prototype;
  t.mock.method(KnownTrees.prototype, 'knownBlocks', function (this: KnownTrees, sums: string[]) {
    write();
    return knownBlocks.call(this, sums);
  });
  const refused = commandJson(['publish', source, '--data', data]);
  await assert.rejects(refused, /The source was changed again and again while it was read\./);
});

test('content that another default language has put in another order is not taken for the same', async (t) => {
  const [data, fromScratch] = [temporaryFolder(t), temporaryFolder(t)];
  const files = filesOf({ edits: new Map(), added: [], hasFamilies: false, hasMap: false });
  const source = join(writeFiles(t, files), 'trees.ndjson');
  for (const each of [data, fromScratch]) {
    await commandJson(['publish', source, '--data', each, '--default-locale', 'es']);
    await commandJson(['publish', source, '--data', each]);
  }
  rmSync(join(fromScratch, 'cache'), { recursive: true });
  const changed = filesOf({
    edits: new Map([[SLUGS[3], { 'title.en': 'Another' }]]),
    added: [],
    hasFamilies: false,
    hasMap: false,
  });
  assert.deepEqual(await publishedIn(t, data, changed), await publishedIn(t, fromScratch, changed));
});
