// Nothing that others wrote gets a command through to the operator's terminal, hides there, or turns its neighbours around.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { generateKey, hashKey } from '../../../src/access/api-key.ts';
import { table } from '../../../src/cli/terminal/table.ts';
import { bad, onScreen } from '../../../src/cli/terminal/terminal.ts';
import { shownJson } from '../../../src/domain/shown.ts';
import { readable } from '../../../src/observe/log-lines.ts';
import { command } from '../../support/command.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { publishTrees, storeOf } from '../../support/publishing.ts';
import { startSylva } from '../../support/sylva.ts';
import { onTerminal } from '../../support/terminal.ts';
import { makeTree } from '../../support/trees.ts';
import { until } from '../../support/until.ts';

const HARMFUL = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Clears the screen, sets a title, a C1 command, turns text around, hides, joins, breaks lines. */
const NASTY = 'x\x1b[2J\x1b]0;t\x07\x9b31m\u202e\u2066\u200b\u200d\ufeff\u2028\u{e0041}\x7fy';

const unit = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY, '\n', '\r', '\t', '\ud800', '\udc00', '\u061c', 'é') },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) },
);
const anyText = fc.array(unit, { maxLength: 40 }).map((units) => units.join(''));
const withoutBreaks = (text: string) => text.replaceAll('\n', '');

function assertHarmless(text: string, where = ''): void {
  const found = HARMFUL.exec(withoutBreaks(text));
  assert.equal(found, null, `${where}: U+${found?.[0].codePointAt(0)?.toString(16)} in ${JSON.stringify(text)}`);
}

test('whatever the text, the screen gets no character that does something to it', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assertHarmless(onScreen(text));
      assert.equal(onScreen(text).length <= text.length, true);
      assertHarmless(shownJson(JSON.stringify([text])));
      assert.deepEqual(JSON.parse(shownJson(JSON.stringify([text]))), [text]);
    }),
    { numRuns: 5000 },
  );
});

test('whatever is in a table or a readable line of the log, it stays in its row', () => {
  fc.assert(
    fc.property(anyText, fc.boolean(), (text, isRequest) => {
      const rows = table(['A', 'B'], [[text, text]], { width: Number.POSITIVE_INFINITY });
      assert.equal(rows.split('\n').length, 2);
      const fields = isRequest
        ? { id: text, client: text, route: text, method: text, keyName: text, revision: text, msg: 'request' }
        : { reason: text, list: [text], [text]: 1, msg: text };
      const line = readable(`${JSON.stringify({ level: 30, time: 0, ...fields })}\n`);
      assert.equal(line.split('\n').length, 2);
      for (const shown of [rows, line]) assertHarmless(shown);
    }),
    { numRuns: 2000 },
  );
  const err = { stack: `Error: ${NASTY}\n    at x`, message: NASTY };
  assertHarmless(readable(`${JSON.stringify({ level: 50, time: 0, err, msg: 'failed' })}\n`));
});

test('colours of our own stay, and nobody else can give any', async (t) => {
  const data = temporaryFolder(t);
  const { access } = await storeOf(t, data);
  const forged = `a${bad('b')}\x1b[31mc\x1b[39m`;
  await access.addKey({ id: 'key_1', name: forged, contact: null, hash: 'x'.repeat(64), expiresAt: null });
  const shown = await onTerminal(['keys', 'list', '--data', data], 120);
  assert.ok(shown.includes('\x1b[32mactive\x1b[39m'), JSON.stringify(shown));
  assertHarmless(['1', '22', '32', '39'].reduce((rest, colour) => rest.replaceAll(`\x1b[${colour}m`, ''), shown));
  assert.ok(!shown.includes('\x1b[31m'), JSON.stringify(shown));
});

/** A store and a source in which everything that others can write is nasty. */
async function nastyEverywhere(t: TestContext) {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data, { actor: 'Ada' });
  await publishTrees(store, [makeTree({ slug: 'oak', family: `Fagaceae${NASTY}` })], NASTY);
  await store.access.addKey({ id: 'key_1', name: NASTY, contact: NASTY, hash: 'x'.repeat(64), expiresAt: null });
  await store.access.allow('192.0.2.1', NASTY);
  const yaml = JSON.stringify(NASTY);
  const source = writeFiles(t, {
    [`en/oak${NASTY}.md`]: `---\ntitle: ${yaml}\nscientificName: Quercus\nfamily: ${yaml}\nslug: ${yaml}\nconservationStatus: ${yaml}\n---\n`,
    'en/elm.md': `---\ntitle: Elm\nscientificName: Ulmus\nfamily: Ulmaceae\ndescription: A tree.\n${yaml}: 1\n---\n`,
  });
  const good = writeFiles(t, {
    'en/elm.md': `---\ntitle: Elm\nscientificName: Ulmus\nfamily: ${yaml}\ndescription: ${yaml}\n${yaml}: 1\n---\n`,
  });
  return { data, source, good };
}

test('no command shows what others wrote as it is, for a person or as JSON', async (t) => {
  const { data, source, good } = await nastyEverywhere(t);
  const settings = writeFiles(t, { [`${NASTY}.toml`]: `host = ${JSON.stringify(NASTY)}\n` });
  const shared = [
    ['validate', source],
    ['publish', source, '--data', data],
    ['publish', good, '--dry-run', '--data', data],
    ...['stats', 'audit'].map((name) => [name, '--data', data]),
    ...['revisions', 'keys', 'allow'].map((name) => [name, 'list', '--data', data]),
    ['config', '--config', join(settings, `${NASTY}.toml`)],
    ['restore', NASTY, '--data', data],
    [NASTY],
  ];
  const forPeople = [
    ['keys', 'revoke', 'key_1', '--data', data],
    ['config', '--port', NASTY, `--${NASTY}`],
    ['revisions', 'activate', NASTY, '--data', data],
    ['backup', `${data}/none/${NASTY}`, '--data', data],
    ['help', NASTY],
  ];
  for (const words of [...shared, ...shared.map((words) => [...words, '--json']), ...forPeople]) {
    const { stdout, stderr } = await command(words);
    assert.ok(stdout + stderr, words.join(' '));
    assertHarmless(stdout, words.join(' '));
    assertHarmless(stderr, words.join(' '));
    if (words.includes('--json')) JSON.parse(stdout);
  }
  const [key] = JSON.parse((await command(['keys', 'list', '--json', '--data', data])).stdout);
  assert.equal(key.name, NASTY, 'a script gets what is stored');
});

test('no line of the log has what others wrote as it is, for a program as for a person', async (t) => {
  const data = temporaryFolder(t);
  const { access } = await storeOf(t, data);
  const key = generateKey(randomBytes);
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  await access.addKey({ id: 'key_1', name: NASTY, contact: null, hash: hashKey(key), expiresAt });
  for (const format of ['json', 'pretty']) {
    const running = await startSylva(t, ['serve', '--data', data, '--threads', '1', '--log-format', format]);
    await fetch(`${running.origin}/api/v1/families`, { headers: { 'x-api-key': key } });
    // One line of a serving thread for the request, one of the main thread for a key about to expire.
    await until(() => ['/api/v1/families', 'keys-expiring'].every((text) => running.output().includes(text)));
    assert.equal(await running.stop(), 0);
    assertHarmless(running.output(), format);
    if (format === 'pretty') continue;
    const lines = running
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    assert.ok(
      lines.some((line) => JSON.parse(line).keyName === NASTY),
      'a program gets what is stored',
    );
  }
});

test('what others wrote begins no line of its own', async (t) => {
  const data = temporaryFolder(t);
  const forged = JSON.stringify('x\nFORGED: all is well');
  const head = '---\ntitle: Oak\nscientificName: Quercus robur\ndescription: A tree.\n';
  const sources = [`family: ${forged}\n${forged}: 1`, `family: Fagaceae\n${forged}: 2`].map((rest) =>
    writeFiles(t, { 'en/oak\nFORGED.md': `${head}slug: oak\n${rest}\n---\n` }),
  );
  // Publishing makes such a family harmless, but an older Sylva did not.
  const older = temporaryFolder(t);
  await publishTrees(await storeOf(t, older), [makeTree({ family: 'x\nFORGED: all is well' })]);
  const outcomes = [
    await command(['validate', sources[0]]),
    await command(['publish', sources[0], '--data', data]),
    await command(['stats', '--data', older]),
    await command(['publish', sources[1], '--dry-run', '--data', data]),
  ];
  for (const { stdout, stderr } of outcomes) {
    assert.match(stdout, /\ufffdFORGED/, stderr);
    assert.doesNotMatch(stdout, /^\s*FORGED/m);
  }
});

test('names, contacts, notes and actors with such characters are refused, with the character named', async (t) => {
  const data = temporaryFolder(t);
  const named = ['keys', 'create', '--name'];
  for (const words of [
    [...named, 'a\u202eb'],
    [...named, 'Herbarium', '--contact', 'a\u202eb'],
    ['allow', 'add', '192.0.2.1', '--note', 'a\u202eb'],
    ['publish', 'content', '--note', 'a\u202eb'],
  ]) {
    const { code, stderr } = await command([...words, '--data', data]);
    assert.equal(code, 2, words.join(' '));
    assert.match(stderr, /^--(name|contact|note) has the character U\+202E, which cannot be shown: leave it out\.$/m);
  }
  const { code, stderr } = await command([...named, 'Herbarium', '--actor', 'a\nb', '--data', data]);
  assert.deepEqual([code, /^--actor is “a\nb”, but must be/.test(stderr)], [2, true]);
  assert.equal((await command([...named, 'Jardín Botánico 植物园', '--contact', 'ñ', '--data', data])).code, 0);
});

test('there is one way to the screen', () => {
  const root = fileURLToPath(new URL('../../../src', import.meta.url));
  const writers = globSync('**/*.{ts,mjs}', { cwd: root }).filter((name) =>
    /console\.|std(out|err)\.write|(?<!#)stream\.write|new Outlet\(/.test(readFileSync(join(root, name), 'utf8')),
  );
  assert.deepEqual(writers.sort(), ['cli/framework/output.ts', 'cli/terminal/terminal.ts']);
});
