// Sources that would hang, flood or crash a reader get a finding, and soon.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeFiles } from '../support/folders.ts';
import { found, OAK, OAK_LINES, oakPage, page, readAll, readFiles } from '../support/sources.ts';

test('an alias that stands inside what it names is an error with its line', (t) => {
  const { errors, trees } = readFiles(t, {
    'en/oak.md': page([...OAK_LINES, 'soil: &soil', '  - deep', '  - [x, *soil]']),
  });
  assert.deepEqual(found(errors), ['broken-yaml en/oak.md:8 soil']);
  assert.match(errors[0].message, /\*soil stands inside what it names/);
  assert.doesNotThrow(() => JSON.stringify(trees));
  const unnamed = readFiles(t, { 'en/oak.md': page([...OAK_LINES, 'soil: *nowhere']) });
  assert.deepEqual(found(unnamed.errors), ['broken-yaml en/oak.md:6 soil']);
});

test('aliases that make much out of little are an error with their line', (t) => {
  const text = 'x'.repeat(100_000);
  const many = [...OAK_LINES, `a: &a ${text}`, `b: [${Array.from({ length: 95 }, () => '*a').join(', ')}]`];
  const { errors, trees } = readFiles(t, { 'en/oak.md': page(many) });
  assert.deepEqual(found(errors).slice(0, 1), ['too-large en/oak.md:7 b']);
  assert.ok(JSON.stringify(trees).length < 4_000_000);
  const bomb = ['a: &a [x, x]', ...'bcdefghijklmnopqrstuvw'].map((name, index) =>
    index === 0
      ? name
      : `${name}: &${name} [*${String.fromCharCode(name.charCodeAt(0) - 1)}, *${String.fromCharCode(name.charCodeAt(0) - 1)}]`,
  );
  const exploded = readFiles(t, { 'en/oak.md': page([...OAK_LINES, ...bomb]) });
  assert.ok(exploded.errors.some(({ code, line }) => code === 'too-large' && (line ?? 0) > 6));
  const few = readFiles(t, { 'en/oak.md': page([...OAK_LINES, 'a: &a [x, y]', 'b: *a', 'c: [*a, *a]']) });
  assert.deepEqual(few.errors, []);
  assert.deepEqual(few.trees[0].texts.en?.attributes, {
    a: ['x', 'y'],
    b: ['x', 'y'],
    c: [
      ['x', 'y'],
      ['x', 'y'],
    ],
  });
});

test('over 20 levels of nesting are an error in every format, and 20 are none', (t) => {
  const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
  for (const levels of [21, 5_000, 100_000]) {
    const codes = (files: Record<string, string>) => new Set(readFiles(t, files).errors.map(({ code }) => code));
    const row = `{${JSON.stringify({ slug: 'oak', ...OAK }).slice(1, -1)},"soil":${nested(levels)}}`;
    assert.deepEqual(codes({ 'en/oak.md': page([...OAK_LINES, `soil: ${nested(levels)}`]) }), new Set(['too-deep']));
    assert.deepEqual(codes({ 't.json': `[${row}]` }), new Set(['too-deep']));
    assert.deepEqual(codes({ 't.json': `[ ${row}]` }), new Set(['too-deep']));
    assert.deepEqual(codes({ 't.ndjson': row }), new Set(['too-deep']));
    assert.deepEqual(codes({ 't.ndjson': row.replace('"oak"', nested(levels)) }).has('too-deep'), true);
  }
  const soil = JSON.parse(nested(20));
  for (const files of [
    { 'en/oak.md': page([...OAK_LINES, `soil: ${nested(20)}`]) },
    { 't.json': JSON.stringify([{ slug: 'oak', ...OAK, soil }]) },
  ]) {
    const { trees, errors } = readFiles(t, files as Record<string, string>);
    assert.deepEqual(errors, []);
    assert.deepEqual(trees[0].texts.en?.attributes, { soil });
  }
});

test('one text of 5 MB is refused in every format', (t) => {
  const text = 'x'.repeat(5_000_000);
  const codes = (files: Record<string, string>) => readFiles(t, files).errors.map(({ code }) => code);
  assert.deepEqual(codes({ 'en/oak.md': page([...OAK_LINES, `soil: ${text}`]) }), ['too-large']);
  assert.deepEqual(codes({ 'en/oak.md': page(OAK_LINES, text) }), ['too-large']);
  assert.deepEqual(codes({ 't.json': JSON.stringify([{ slug: 'oak', ...OAK, soil: text }]) }), ['too-large']);
  assert.deepEqual(codes({ 't.json': JSON.stringify([{ slug: 'oak', ...OAK, soil: `\\"${text}` }], null, 3) }), [
    'too-large',
  ]);
  assert.deepEqual(codes({ 't.ndjson': JSON.stringify({ slug: 'oak', ...OAK, soil: text }) }), ['too-large']);
  assert.deepEqual(codes({ 't.csv': `slug,title,description,scientificName,family,soil\noak,A,D,S,F,"${text}"\n` }), [
    'too-large',
  ]);
  assert.deepEqual(codes({ 't.csv': `${text}\n` }), ['missing-field']);
});

test('a tree has a largest size as it is served, which can be set', (t) => {
  const source = writeFiles(t, {
    'en/oak.md': oakPage({ soil: 'y'.repeat(20_000) }, 'é'.repeat(250_000)),
    'es/oak.md': oakPage(),
  });
  const found = (maxTreeBytes: number) => readAll(source, { maxTreeBytes }).errors;
  assert.deepEqual(found(1_000_000), []);
  const [error, ...others] = found(400_000);
  assert.deepEqual([error.code, error.file, error.field, others], ['too-large', 'en/oak.md', 'body', []]);
  assert.match(error.message, /0\.52 MB as it is served.*at most 0\.4 MB \(--max-tree-size\)/);
});

test('the size of a tree is never guessed too small', (t) => {
  const heavy = [
    { soil: Array.from({ length: 60_000 }, (_, number) => number + 0.12345678901) },
    {
      commonNames: Array.from({ length: 9_000 }, (_, number) => String.fromCodePoint(0x4e00 + number)),
      soil: 'x'.repeat(800_000),
    },
    { soil: '"'.repeat(600_000) },
    { soil: '\u65e5'.repeat(350_000) },
    { soil: { ['k'.repeat(900_000)]: 1, more: 'x'.repeat(150_000) } },
  ];
  for (const fields of heavy) {
    const { errors, trees } = readFiles(t, { 't.json': JSON.stringify([{ slug: 'oak', ...OAK, ...fields }]) });
    assert.ok(Buffer.byteLength(JSON.stringify(trees[0])) > 1_000_000);
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['too-large'],
    );
  }
});

test('pipes, sockets and devices are told of, and not waited for', async (t) => {
  const folder = writeFiles(t, { 'en/elm.md': oakPage(), 'es/elm.md': oakPage() });
  execFileSync('mkfifo', [join(folder, 'en/pipe.md'), join(folder, 'pipe.csv'), join(folder, 'en/pipe.txt')]);
  const server = createServer().listen(join(folder, 'es/socket.mdx'));
  await once(server, 'listening');
  t.after(() => server.close());
  const content = readAll(folder);
  assert.deepEqual(found(content.errors), [
    'no-plain-file en/pipe.md:null null',
    'no-plain-file es/socket.mdx:null null',
  ]);
  assert.match(content.errors[0].message, /a pipe/);
  assert.equal(content.trees.length, 1);
  assert.deepEqual(found(readAll(join(folder, 'pipe.csv')).errors), ['no-plain-file pipe.csv:null null']);
});

test('a link is followed inside the source, and no further', (t) => {
  const outside = writeFiles(t, { 'secret.md': oakPage(), 'en/yew.md': oakPage() });
  const folder = writeFiles(t, { 'en/oak.md': oakPage(), 'es/elm.md': oakPage() });
  symlinkSync('../en/oak.md', join(folder, 'es/oak.md'));
  symlinkSync(join(folder, 'es/elm.md'), join(folder, 'en/elm.md'));
  assert.deepEqual([readAll(folder).errors, readAll(folder).trees.length], [[], 2]);
  symlinkSync(join(outside, 'secret.md'), join(folder, 'en/secret.md'));
  symlinkSync(outside, join(folder, 'more'));
  symlinkSync('/dev/zero', join(folder, 'en/zero.md'));
  symlinkSync(join(outside, 'secret.md'), join(folder, 'families.yaml'));
  const { errors, trees } = readAll(folder);
  assert.deepEqual(found(errors), [
    'no-plain-file en/secret.md:null null',
    'no-plain-file en/zero.md:null null',
    'no-plain-file families.yaml:null null',
    'no-plain-file more:null null',
  ]);
  for (const { message } of errors) assert.match(message, /leads out of the source/);
  assert.equal(trees.length, 2);
});

test('a source that is itself a link is read', (t) => {
  const folder = writeFiles(t, { 'en/oak.md': oakPage(), 'families.yaml': 'Fagaceae: { en: Beeches }' });
  const link = join(writeFiles(t, {}), 'source');
  symlinkSync(folder, link);
  const { errors, trees, families } = readAll(link);
  assert.deepEqual([errors, trees.length, families.size], [[], 1, 1]);
});

test('links that lead round in a circle are one finding each', (t) => {
  const folder = writeFiles(t, { 'en/oak.md': oakPage() });
  symlinkSync('..', join(folder, 'en/up'));
  assert.deepEqual(found(readAll(folder).errors), ['no-plain-file en/up:null null']);
  symlinkSync('b.md', join(folder, 'en/a.md'));
  symlinkSync('a.md', join(folder, 'en/b.md'));
  symlinkSync('nowhere', join(folder, 'es'));
  assert.deepEqual(found(readAll(folder).errors), [
    'unreadable en/a.md:null null',
    'unreadable en/b.md:null null',
    'no-plain-file en/up:null null',
    'unreadable es:null null',
  ]);
});

test('a folder or file that may not be read is told of, and hides no other', (t) => {
  const folder = writeFiles(t, { 'en/oak.md': oakPage(), 'en/shut.md': oakPage(), 'es/closed/elm.md': oakPage() });
  chmodSync(join(folder, 'en/shut.md'), 0);
  chmodSync(join(folder, 'es/closed'), 0);
  chmodSync(folder, 0o755);
  // Root may read everything.
  const script = `import { readAll } from './test/support/sources.ts';
    if (process.getuid() === 0) process.setuid(65534);
    console.log(JSON.stringify(readAll(${JSON.stringify(folder)})))`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  chmodSync(join(folder, 'es/closed'), 0o700);
  const { errors, trees } = JSON.parse(output);
  assert.deepEqual(found(errors), ['unreadable en/shut.md:null null', 'unreadable es/closed:null null']);
  for (const { message } of errors) assert.match(message, /permission is denied/);
  assert.equal(trees.length, 1);
});

test('a path that cannot be, and one that leads through a file, are told of', (t) => {
  const folder = writeFiles(t, { 'x.csv': '' });
  for (const path of [join(folder, 'x.csv/y'), join(folder, 'z'.repeat(300)), join(folder, 'a\0b')]) {
    assert.deepEqual(
      readAll(path).errors.map(({ code }) => code),
      ['unreadable'],
    );
  }
});

test('a table that is larger than what can be read is refused before it is read', (t) => {
  const folder = writeFiles(t, {});
  const sizes = { 't.csv': 500_000_001, 't.json': 500_000_001, 't.ndjson': 2_000_000_001 };
  for (const [name, size] of Object.entries(sizes)) {
    writeFileSync(join(folder, name), '');
    truncateSync(join(folder, name), size);
    assert.deepEqual(found(readAll(join(folder, name)).errors), [`too-large ${name}:null null`]);
  }
  mkdirSync(join(folder, 'en'));
  writeFileSync(join(folder, 'en/oak.md'), page(OAK_LINES, ' '.repeat(2_000_001)));
  assert.deepEqual(found(readAll(folder).errors), ['too-large en/oak.md:null null']);
  const line = JSON.stringify({ slug: 'oak', soil: 'x'.repeat(4_000_000) });
  assert.deepEqual(found(readFiles(t, { 't.ndjson': `\n${line}\n` }).errors), ['too-large t.ndjson:2 null']);
});

test('a name that is not UTF-8 is told as that, of a file, a folder and a link', (t) => {
  const folder = writeFiles(t, { 'en/oak.md': oakPage(), 'es/oak.md': oakPage() });
  const named = (name: string) => Buffer.concat([Buffer.from(`${folder}/en/`), Buffer.from(name, 'latin1')]);
  writeFileSync(named('encina_\xe9.md'), oakPage());
  mkdirSync(named('\xe1lamos'));
  symlinkSync('oak.md', named('haya_\xe9.md'));
  writeFileSync(named('foto_\xe9.jpg'), '');
  const { errors, passedOver, tally } = readAll(folder);
  assert.deepEqual(
    found(errors),
    ['encina_\ufffd.md', 'haya_\ufffd.md', '\ufffdlamos'].map((name) => `unreadable en/${name}:null null`),
  );
  for (const { message } of errors) assert.match(message, /: its name is not UTF-8; rename it\.$/);
  assert.deepEqual(found(passedOver), ['passed-over en/foto_\ufffd.jpg:null null']);
  assert.equal(tally.refused, 1);
});
