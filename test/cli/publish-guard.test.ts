// A publish that would remove much is refused, unless somebody says that it is meant; a warning is an error if asked for;
// drafts stay out.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { readSettings } from '../../src/config/settings.ts';
import { publishSource } from '../../src/publishing/publish.ts';
import { command } from '../support/command.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';
import { storeOf } from '../support/publishing.ts';
import { oakPage } from '../support/sources.ts';
import { talkOnTerminal } from '../support/terminal.ts';

/** Trees by number, each good and in both languages. */
function source(t: TestContext, numbers: number[], fields: object = {}, files: Record<string, string> = {}): string {
  const pages = numbers.flatMap((number) => {
    const text = oakPage({ scientificName: `Quercus ${number}`, ...fields });
    return ['en', 'es'].map((locale) => [`${locale}/oak-${number}.md`, text]);
  });
  return writeFiles(t, { ...Object.fromEntries(pages), ...files });
}

const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

async function published(t: TestContext, data: string): Promise<[string | undefined, number | undefined]> {
  const { revisions } = await storeOf(t, data);
  const active = await revisions.active();
  return [active?.id, active?.trees];
}

async function publish(data: string, folder: string, ...flags: string[]) {
  const outcome = await command(['publish', folder, '--data', data, '--json', ...flags]);
  return { code: outcome.code, ...JSON.parse(outcome.stdout) };
}

test('more than a tenth of the trees, and more than five, are not removed without a word', async (t) => {
  const data = temporaryFolder(t);
  assert.equal((await publish(data, source(t, upTo(60)))).code, 0, 'a first publish has nothing to remove');
  const refused = await publish(data, source(t, upTo(53)));
  assert.deepEqual([refused.code, refused.ok, refused.published, refused.removed.length], [1, false, false, 7]);
  assert.match(refused.refusal, /^7 of 60 trees would be removed; if that is meant, publish with --allow-removals$/);
  assert.deepEqual(await published(t, data), ['r1', 60]);

  const shown = await command(['publish', source(t, upTo(53)), '--data', data]);
  assert.equal(shown.code, 1);
  assert.match(
    shown.stdout,
    /Removed \(7\):\n {2}oak-53\n(?:.*\n)+Nothing was published: 7 of 60 trees would be removed/,
  );

  assert.equal((await publish(data, source(t, upTo(54)))).code, 0, 'a tenth is none too many');
  assert.equal((await publish(data, source(t, upTo(20)), '--allow-removals')).code, 0);
  assert.equal((await publish(data, source(t, upTo(15)))).code, 0, 'five are few');
  assert.deepEqual(await published(t, data), ['r4', 15]);
});

test('more than a tenth of the texts in a language are not removed without a word, either', async (t) => {
  const data = temporaryFolder(t);
  const folder = source(t, upTo(20));
  await publish(data, folder);
  for (const number of upTo(7)) rmSync(join(folder, `en/oak-${number}.md`));
  const refused = await publish(data, folder);
  assert.deepEqual([refused.code, refused.published, refused.removed.length], [1, false, 0]);
  assert.match(
    refused.refusal,
    /^7 of 20 texts in “en” would be removed; if that is meant, publish with --allow-removals$/,
  );
  assert.equal((await publish(data, folder, '--allow-removals')).code, 0);
  rmSync(join(folder, 'en'), { recursive: true });
  assert.match((await publish(data, folder)).refusal, /^13 of 13 texts in “en” would be removed/);
  assert.deepEqual(await published(t, data), ['r2', 20]);
});

test('a dry run says what the guard would say', async (t) => {
  const data = temporaryFolder(t);
  await publish(data, source(t, upTo(20)));
  const folder = source(t, upTo(10));
  const refused = await publish(data, folder, '--dry-run');
  assert.deepEqual([refused.code, refused.dryRun, refused.published], [1, true, false]);
  assert.match(refused.refusal, /10 of 20 trees would be removed/);
  const meant = await publish(data, folder, '--dry-run', '--allow-removals');
  assert.deepEqual([meant.code, meant.ok, meant.refusal, meant.removed.length], [0, true, null, 10]);
  assert.deepEqual(await published(t, data), ['r1', 20]);
});

test('nothing at all is never published, whatever is allowed', async (t) => {
  const data = temporaryFolder(t);
  await publish(data, source(t, upTo(3)));
  for (const folder of [source(t, upTo(3), { draft: true }), source(t, [], {}, { 'README.md': '' })]) {
    const { code, errors } = await publish(data, folder, '--allow-removals');
    assert.deepEqual([code, errors[0].code], [1, 'empty-source']);
  }
  assert.deepEqual(await published(t, data), ['r1', 3]);
});

test('a person at the terminal is asked, and may say yes', async (t) => {
  const data = temporaryFolder(t);
  await publish(data, source(t, upTo(20)));
  const words = ['publish', source(t, upTo(8)), '--data', data];
  const no = await talkOnTerminal(words, 80, { '[y/N]': '' });
  assert.equal(no.code, 1);
  assert.match(
    stripVTControlCharacters(no.shown),
    /12 of 20 trees would be removed: oak-10, oak-11.*\nIs this meant\? \[y\/N\]/s,
  );
  assert.match(no.shown, /Nothing was published: 12 of 20 trees/);
  assert.deepEqual(await published(t, data), ['r1', 20]);
  const endOfInput = await talkOnTerminal(words, 80, { '[y/N]': '\u0004' });
  assert.equal(endOfInput.code, 1);
  const yes = await talkOnTerminal(words, 80, { '[y/N]': 'y' });
  assert.equal(yes.code, 0, yes.shown);
  assert.match(yes.shown, /Published revision r2: 8 trees/);
});

test('with --strict a warning is an error, for validate and for publish', async (t) => {
  const data = temporaryFolder(t);
  const folder = source(t, upTo(1), {}, { 'en/notes.txt': '' });
  assert.equal((await command(['validate', folder])).code, 0);
  const strict = await command(['validate', folder, '--strict']);
  assert.equal(strict.code, 1);
  assert.match(strict.stdout, /cannot be published: 1 tree, 0 errors, 1 warning; with --strict, warnings are errors/);
  const refused = await publish(data, folder, '--strict');
  assert.deepEqual([refused.code, refused.ok, refused.published], [1, false, false]);
  assert.equal((await publish(data, folder)).code, 0);
  assert.equal((await publish(data, source(t, upTo(2)), '--strict')).code, 0);
});

test('a draft stays out and is named; what becomes one is removed', async (t) => {
  const data = temporaryFolder(t);
  await publish(data, source(t, upTo(2)));
  const folder = source(t, upTo(1), {}, { 'en/oak-1.md': '---\ndraft: true\ntitle: Not yet\n---\n' });
  const { code, drafts, removed, tally } = await publish(data, folder);
  assert.deepEqual([code, drafts, removed], [0, [{ file: 'en/oak-1.md', line: 1, row: null }], ['oak-1']]);
  assert.deepEqual(tally, { read: 3, trees: 2, drafts: 1, refused: 0 });
  const { stdout } = await command(['validate', folder]);
  assert.match(stdout, /Drafts, kept out \(1\): en\/oak-1\.md:1\.\n/);
  assert.match(stdout, /1 tree, 0 errors, 0 warnings, 1 draft/);
});

test('a publish that changes only what families are called says so', async (t) => {
  const data = temporaryFolder(t);
  const named = (text: string) => source(t, upTo(1), {}, { 'families.yaml': text });
  await publish(data, named('Fagaceae: { en: Beeches }'));
  const { code, families, changed, revision } = await publish(data, named('Fagaceae: { en: Oaks, es: Robles }'));
  assert.deepEqual([code, changed, revision.id], [0, [], 'r2']);
  assert.deepEqual(families, [{ name: 'Fagaceae', fields: ['commonName.en', 'commonName.es'] }]);
  const { stdout } = await command([
    'publish',
    named('Fagaceae: { en: Oaks, es: Encinas }'),
    '--data',
    data,
    '--dry-run',
  ]);
  assert.match(stdout, /Families \(1\):\n {2}Fagaceae: commonName\.es\n/);
});

test('what was passed over is named by validate and publish', async (t) => {
  const data = temporaryFolder(t);
  const folder = source(t, upTo(1), {}, { 'node_modules/a/b.md': '', 'README.md': '', 'more/trees.csv': '' });
  const { stdout } = await command(['validate', folder]);
  assert.match(stdout, /more\/trees\.csv: Of a folder, only \.md and \.mdx files are read/);
  assert.match(
    stdout,
    /Passed over \(2\):\n {2}README\.md: It is about the files beside it\.\n {2}node_modules: It holds/,
  );
  const { passedOver } = await publish(data, folder);
  assert.deepEqual(
    passedOver.map(({ file, code }: any) => [file, code]),
    [
      ['README.md', 'passed-over'],
      ['node_modules', 'passed-over'],
    ],
  );
});

test('the largest size of a tree is a setting', async (t) => {
  const folder = source(t, [1], { soil: 'x'.repeat(20_000) });
  assert.equal((await command(['validate', folder])).code, 0);
  const { code, stdout } = await command(['validate', folder, '--max-tree-size', '15000']);
  assert.equal(code, 1);
  assert.match(stdout, /en\/oak-1\.md:6 soil: The tree would have 0\.02 MB as it is served/);
  assert.equal(
    (await command(['publish', folder, '--data', temporaryFolder(t)], { SYLVA_MAX_TREE_SIZE: '15000' })).code,
    1,
  );
});

for (const knows of [true, false]) {
  const who = knows ? 'with an import cache' : 'without an import cache';
  test(`a publish ${who} is compared again with what is published meanwhile, and asks again`, async (t) => {
    const data = temporaryFolder(t);
    const settings = readSettings({ data }, {});
    await publish(data, source(t, upTo(20)));
    if (!knows) rmSync(join(data, 'cache'), { recursive: true });
    const questions: string[] = [];
    const mayRemove = async (question: string) => {
      if (questions.push(question) > 1) return false;
      assert.equal((await publish(data, source(t, upTo(60)))).code, 0);
      return true;
    };
    const outcome = await publishSource(source(t, upTo(10)), settings, { note: null, mayRemove });
    assert.deepEqual(
      questions.map((question) => question.split(' would')[0]),
      ['10 of 20 trees', '50 of 60 trees'],
    );
    assert.deepEqual(outcome.refusal, { removes: '50 of 60 trees would be removed' });
    assert.deepEqual(await published(t, data), ['r2', 60]);
  });
}

test('an operator who agrees is not asked the same again if something else is published meanwhile', async (t) => {
  const data = temporaryFolder(t);
  const settings = readSettings({ data }, {});
  await publish(data, source(t, upTo(20)));
  let asked = 0;
  const mayRemove = async () => {
    if (asked++ === 0) await publish(data, source(t, upTo(20), { title: 'Another oak' }));
    return true;
  };
  const { revision, isNew } = await publishSource(source(t, upTo(10)), settings, { note: null, mayRemove });
  assert.deepEqual([asked, isNew, revision?.trees], [1, true, 10]);
});
