import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { toDetail } from '../../../src/domain/tree.ts';
import { writeFiles } from '../../support/folders.ts';
import { readAll } from '../../support/sources.ts';

const KAPOK = { title: 'Kapok', scientificName: 'Ceiba pentandra', family: 'Malvaceae', description: 'Tall.' };

function page(fields: Record<string, unknown>, body = ''): string {
  return `---\n${stringify({ ...KAPOK, ...fields })}---\n${body}`;
}

test('slug and language come from the path where the front matter is silent', (t) => {
  const source = writeFiles(t, {
    'a/en/ceiba-pentandra.md': page({}),
    'a/es/ceiba-pentandra.md': page({ title: 'Ceiba' }),
  });
  const { trees, errors, warnings } = readAll(source);
  assert.deepEqual([errors, warnings], [[], []]);
  assert.equal(trees.length, 1);
  assert.equal(toDetail(trees[0], 'es').title, 'Ceiba');
});

test('the front matter’s slug and language win over the path', (t) => {
  const source = writeFiles(t, { 'en/x.md': page({ slug: 'ceiba', locale: 'es' }) });
  const [tree] = readAll(source).trees;
  assert.equal(tree.slug, 'ceiba');
  assert.deepEqual(Object.keys(tree.texts), ['es']);
});

test('a README, hidden files and other kinds of files are not trees', (t) => {
  const source = writeFiles(t, { 'README.md': '# Hello', '.git/x.md': 'x', 'notes.txt': 'x', 'en/ceiba.md': page({}) });
  const { trees, errors } = readAll(source);
  assert.deepEqual(errors, []);
  assert.equal(trees.length, 1);
});

test('values are read kindly and kept in one form', (t) => {
  const fields = {
    conservationStatus: 'En peligro crítico',
    floweringSeason: ['Marzo', 'jan', 2],
    fruitingSeason: 'todo-el-año',
    updatedAt: '2026-01-11',
    publishedAt: '2026-01-11T02:30:00+02:00',
    tags: 'sacred',
    identifiers: { gbif: 3152205, wfo: 'wfo-0000586842' },
    commonNames: ['Silk-cotton tree', { name: 'Fromager', language: 'fr' }],
  };
  const [tree] = readAll(writeFiles(t, { 'en/ceiba.md': page(fields) })).trees;
  const record = toDetail(tree, 'en');
  assert.equal(record.conservationStatus, 'CR');
  assert.deepEqual(record.floweringSeason, ['january', 'february', 'march']);
  assert.equal(record.fruitingSeason.length, 12);
  assert.equal(record.updatedAt, '2026-01-11T00:00:00Z');
  assert.equal(record.publishedAt, '2026-01-11T00:30:00Z');
  assert.deepEqual(record.tags, ['sacred']);
  assert.deepEqual(record.identifiers, { wfo: 'wfo-0000586842', ipni: null, gbif: '3152205', iucn: null });
  assert.deepEqual(record.commonNames, [
    { name: 'Silk-cotton tree', language: 'en' },
    { name: 'Fromager', language: 'fr' },
  ]);
});

test('numbers that JavaScript would bend are kept as written', (t) => {
  const matter = `---\n${stringify(KAPOK)}identifiers:\n  iucn: 00123\n  gbif: 12345678901234567890\nserial: 98765432109876543210\nratio: 0.5\n---\n`;
  const [tree] = readAll(writeFiles(t, { 'en/ceiba.md': matter })).trees;
  const record = toDetail(tree, 'en');
  assert.deepEqual([record.identifiers.iucn, record.identifiers.gbif], ['00123', '12345678901234567890']);
  assert.deepEqual(record.attributes, { serial: '98765432109876543210', ratio: 0.5 });
});

test('the body is kept as authored, with rules and code that look like front matter', (t) => {
  const body =
    '\n# Ceiba\n\n---\n\ntitle: not a field\n\n<Callout type="tip">\n  **Bold** & {braces}\n</Callout>\n\n```yaml\n---\na: 1\n---\n```\n';
  const source = writeFiles(t, { 'en/ceiba.mdx': page({}, body), 'es/ceiba.md': page({}, '  indented\r\nsecond\r\n') });
  const [tree] = readAll(source).trees;
  assert.equal(tree.texts.en?.body, body.trim());
  assert.equal(tree.texts.en?.bodyFormat, 'mdx');
  assert.equal(tree.texts.es?.body, '  indented\r\nsecond');
  assert.equal(tree.texts.es?.bodyFormat, 'markdown');
});

test('front matter with Windows line ends and a byte-order mark is read', (t) => {
  const text = `\ufeff${page({}, 'Body.').replaceAll('\n', '\r\n')}`;
  const { trees, errors } = readAll(writeFiles(t, { 'en/ceiba.md': text }));
  assert.deepEqual(errors, []);
  assert.equal(trees[0].texts.en?.body, 'Body.');
});

const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'grapheme' }).filter((text) => text.trim() !== ''),
    fc.integer(),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{4,8}$/), tie('value'), { maxKeys: 3 }),
  ),
})).value;

test('a file of 47 keys and 20 kB of body reads without loss', (t) => {
  const keys = Array.from({ length: 43 }, (_, index) => `zzz${index}Details`);
  const arbitrary = fc
    .tuple(...keys.map(() => json))
    .map((values) => Object.fromEntries(keys.map((key, i) => [key, values[i]])));
  const body = '# Árbol\n\nUna línea con “comillas”, <Tag prop={[1, 2]} /> y 🌳.\n'.repeat(300).trim();
  assert.ok(Buffer.byteLength(body) > 20_000);
  fc.assert(
    fc.property(arbitrary, (attributes) => {
      const source = writeFiles(t, { 'en/ceiba.mdx': page(attributes, `\n${body}\n`) });
      const { trees, errors } = readAll(source);
      assert.deepEqual(errors, []);
      const record = toDetail(trees[0], 'en');
      assert.deepEqual(JSON.parse(JSON.stringify(record.attributes)), JSON.parse(JSON.stringify(attributes)));
      assert.equal(record.body, body);
    }),
    { numRuns: 30 },
  );
});

test('the example of the docs is read without an error', (t) => {
  const docs = readFileSync(new URL('../../../docs/content.md', import.meta.url), 'utf8');
  const [, example] = /^```markdown\n(.*?)^```$/ms.exec(docs) as RegExpExecArray;
  const files = { 'en/ceiba-pentandra.md': example, 'es/ceiba-pentandra.md': example };
  const { trees, errors, warnings } = readAll(writeFiles(t, files));
  assert.deepEqual([errors, warnings], [[], []]);
  assert.equal(trees[0].texts.es?.body, 'The long text, in Markdown or MDX.');
});

test('keys with meaning to JavaScript are only names', (t) => {
  const matter = `---\n${stringify(KAPOK)}__proto__:\n  polluted: true\nconstructor: 1\ntoString: x\n---\n`;
  const [tree] = readAll(writeFiles(t, { 'en/ceiba.md': matter })).trees;
  const attributes = JSON.stringify(toDetail(tree, 'en').attributes);
  assert.equal(attributes, '{"__proto__":{"polluted":true},"constructor":1,"toString":"x"}');
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

test('a body of blanks is none, whatever blanks they are', (t) => {
  for (const blank of ['', ' ', '\n', ' \n\t\n  ', '\r\n', '\u00a0\n\u2003']) {
    const [tree] = readAll(writeFiles(t, { 'en/ceiba.md': page({}, blank) })).trees;
    const { body, bodyFormat } = toDetail(tree, 'en');
    assert.deepEqual([body, bodyFormat], [null, null], JSON.stringify(blank));
  }
});
