// Revisions on the command line: what a publish changes, the history, and the way back.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { command, commandJson } from '../support/command.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';
import { startSylva, sylva } from '../support/sylva.ts';
import { until } from '../support/until.ts';

const page = (title: string, extra = '') =>
  `---\ntitle: ${title}\nscientificName: Quercus robur\nfamily: Fagaceae\ndescription: A tree.\n${extra}---\n`;

const source = (t: TestContext, pages: Record<string, string>) =>
  writeFiles(t, Object.fromEntries(Object.entries(pages).map(([slug, text]) => [`en/${slug}.md`, text])));

const run = (...words: string[]) => commandJson(words);

test('publish tells what is added, changed by field, and removed; --dry-run only tells', async (t) => {
  const data = temporaryFolder(t);
  const first = source(t, { oak: page('Oak'), elm: page('Elm'), ash: page('Ash') });
  const next = source(t, { oak: page('English oak', 'bark: grey\n'), elm: page('Elm'), fir: page('Fir') });
  const initial = await run('publish', first, '--data', data);
  assert.deepEqual([initial.added, initial.changed, initial.removed], [['ash', 'elm', 'oak'], [], []]);

  const expected = {
    added: ['fir'],
    changed: [{ slug: 'oak', fields: ['attributes.bark.en', 'title.en'] }],
    removed: ['ash'],
  };
  const dry = await run('publish', next, '--dry-run', '--data', data);
  assert.deepEqual([dry.published, dry.revision, dry.dryRun], [false, null, true]);
  assert.deepEqual({ added: dry.added, changed: dry.changed, removed: dry.removed }, expected);
  assert.equal((await run('revisions', 'list', '--data', data)).length, 1);

  const text = await command(['publish', next, '--data', data]);
  assert.match(text.stdout, /Added \(1\):\n {2}fir\n/);
  assert.match(text.stdout, /Changed \(1\):\n {2}oak: attributes\.bark\.en, title\.en\n/);
  assert.match(text.stdout, /Removed \(1\):\n {2}ash\n/);
  assert.match(text.stdout, /Published revision r2: 3 trees\./);
});

test('a first publish says only how many trees there are, and so does its dry run', async (t) => {
  const where = ['--data', temporaryFolder(t)];
  const folder = source(t, { oak: page('Oak'), elm: page('Elm') });
  const dry = await command(['publish', folder, '--dry-run', ...where]);
  assert.match(dry.stdout, /^Nothing was published: this was a dry run of 2 trees\.$/m);
  const first = await command(['publish', folder, ...where]);
  assert.match(first.stdout, /^Published revision r1: 2 trees\.$/m);
  for (const { stdout } of [dry, first]) assert.doesNotMatch(stdout, /Added|^ +(oak|elm)$/m);
  const replaced = await command(['publish', source(t, { fir: page('Fir'), yew: page('Yew') }), ...where]);
  assert.match(replaced.stdout, /Added \(2\):\n {2}fir\n {2}yew\n\nRemoved \(2\):/);
});

test('revisions are listed, an earlier one is published anew, and a running server follows', async (t) => {
  const data = temporaryFolder(t);
  for (const title of ['Oak', 'English oak'])
    await run('publish', source(t, { oak: page(title) }), '--data', data, '--note', title);
  await run('allow', 'add', '127.0.0.1', '--data', data);
  const listed = await run('revisions', 'list', '--data', data);
  assert.deepEqual(
    listed.map(({ id, active, note, trees, families }: any) => [id, active, note, trees, families]),
    [
      ['r2', true, 'English oak', 1, 1],
      ['r1', false, 'Oak', 1, 1],
    ],
  );
  const { origin } = await startSylva(t, ['serve', '--data', data]);
  const current = async () => {
    const response = await fetch(`${origin}/api/v1/trees/oak`);
    return [response.headers.get('sylva-revision'), ((await response.json()) as any).data.title];
  };
  assert.deepEqual(await current(), ['r2', 'English oak']);
  const activated = await run('revisions', 'activate', 'r1', '--data', data);
  assert.deepEqual([activated.id, activated.active, activated.isNew], ['r3', true, true]);
  await until(async () => (await current())[0] === 'r3');
  assert.deepEqual(await current(), ['r3', 'Oak']);
  const again = await command(['revisions', 'activate', 'r3', '--data', data]);
  assert.deepEqual([again.code, again.stdout], [0, 'Revision r3 is active already.\n']);

  const { code, stderr } = await command(['revisions', 'activate', 'r9', '--data', data]);
  assert.equal(code, 1);
  assert.match(stderr, /no revision r9\. sylva/);
  for (const id of ['r01', '1', 'R1']) {
    const unclear = await command(['revisions', 'activate', id, '--data', data]);
    assert.equal(unclear.code, 1);
    assert.match(unclear.stderr, /Did you mean r1\?/);
  }
});

test('publishes that run at the same time all succeed, one after the other', async (t) => {
  const data = temporaryFolder(t);
  const titles = ['Oak', 'Elm', 'Ash', 'Fir'];
  const outcomes = await Promise.all(
    titles.map((title) => sylva(['publish', source(t, { [title.toLowerCase()]: page(title) }), '--data', data])),
  );
  for (const { code, stderr } of outcomes) assert.equal(code, 0, stderr);
  const listed = await run('revisions', 'list', '--data', data);
  assert.deepEqual(
    new Set(outcomes.map(({ stdout }) => /Published revision (r\d+): 1 tree/.exec(stdout)?.[1])),
    new Set(listed.map(({ id }: any) => id)),
  );
  assert.equal(listed.length, titles.length);
  assert.equal(new Set(listed.map(({ hash }: any) => hash)).size, 4);
  assert.equal(listed.filter(({ active }: any) => active).length, 1);
});

test('what cannot be published because of the disk is a clear failure', async (t) => {
  const data = join(writeFiles(t, { 'a-file': 'not a folder' }), 'a-file');
  const { code, stderr } = await command(['publish', source(t, { oak: page('Oak') }), '--data', data]);
  assert.equal(code, 1);
  assert.match(stderr, /The store in .* cannot be used/);
});

test('the difference of two revisions is shown by tree and field, with old and new values', async (t) => {
  const data = temporaryFolder(t);
  for (const trees of [
    { oak: page('Oak', 'bark: grey\n'), elm: page('Elm') },
    { oak: page('English oak', `soil: ${'x'.repeat(100)}\n`), fir: page('Fir') },
  ])
    await run('publish', source(t, trees), '--data', data, '--allow-removals');
  const { stdout } = await command(['revisions', 'diff', 'r1', 'r2', '--data', data]);
  const soil = `attributes.soil.en: null → "${'x'.repeat(59)}…`;
  const changes = ['attributes.bark.en: "grey" → null', soil, 'title.en: "Oak" → "English oak"'];
  assert.equal(
    stdout,
    `Added (1):\n  fir\n\nChanged (1):\n  oak\n${changes.map((line) => `      ${line}\n`).join('')}\nRemoved (1):\n  elm\n\n`,
  );
  const back = await run('revisions', 'diff', 'r2', 'r1', '--data', data);
  assert.deepEqual(back, {
    from: 'r2',
    to: 'r1',
    added: ['elm'],
    removed: ['fir'],
    changed: [
      {
        slug: 'oak',
        fields: ['attributes.bark.en', 'attributes.soil.en', 'title.en'],
        changes: [
          { field: 'attributes.bark.en', before: null, after: 'grey' },
          { field: 'attributes.soil.en', before: 'x'.repeat(100), after: null },
          { field: 'title.en', before: 'English oak', after: 'Oak' },
        ],
      },
    ],
    families: [],
    map: [],
  });
  const same = await command(['revisions', 'diff', 'r2', 'r2', '--data', data]);
  assert.equal(same.stdout, 'r2 and r2 hold the same.\n');
  const unknown = await command(['revisions', 'diff', 'r2', '3', '--data', data]);
  assert.deepEqual([unknown.code, /no revision 3\. Did you mean r3\?/.test(unknown.stderr)], [1, true]);
});
