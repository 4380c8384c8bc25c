// Zip files: what is in them comes out whole, and what is made to do harm is refused with a sentence.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { ZipError, ZipFile } from '../../../src/content/formats/archives/container/zip.ts';
import { archiveFiles, CORE, DESCRIPTIONS, writeZip, type ZipOptions, zipOf } from '../../support/archives.ts';
import { readAll } from '../../support/sources.ts';

type Files = Record<string, string | Uint8Array>;

const bytesIn = (zip: ZipFile, name: string) => Buffer.concat([...zip.chunks(name)]);

test('what was packed comes out: stored or deflated, with sizes of 32 or 64 bits, behind a comment', (t) => {
  const content = fc.record({
    files: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.uint8Array({ maxLength: 100_000 }), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
    options: fc.record({ isStored: fc.boolean(), isLarge: fc.boolean(), comment: fc.constantFrom('', 'a comment') }),
  });
  fc.assert(
    fc.property(content, ({ files, options }) => {
      const zip = new ZipFile(writeZip(t, zipOf(files, options)));
      assert.deepEqual(
        zip.members.map(({ name, bytes }) => [name, bytes]),
        Object.entries(files).map(([name, bytes]) => [name, bytes.length]),
      );
      for (const [name, bytes] of Object.entries(files)) assert.ok(bytesIn(zip, name).equals(bytes), name);
      zip.close();
    }),
    { numRuns: 30 },
  );
});

function refusal(t: TestContext, bytes: Uint8Array): string {
  const { errors, trees } = readAll(writeZip(t, bytes));
  assert.equal(trees.length, 0);
  assert.equal(errors.length, 1, JSON.stringify(errors));
  assert.equal(errors[0].code, 'broken-archive');
  return errors[0].message;
}

test('paths that lead out of an archive are refused', (t) => {
  for (const name of ['../evil.txt', '/etc/passwd', 'a/../../b.txt', 'C:\\x.txt', '..\\x.txt', '\\x']) {
    assert.match(
      refusal(t, zipOf({ ...archiveFiles([CORE]), [name]: 'x' })),
      /a path that leads out of the archive/,
      name,
    );
  }
});

test('bombs are refused before they are unpacked', (t) => {
  const [zeros, files] = [Buffer.alloc(60_000_000), archiveFiles([CORE])];
  assert.match(refusal(t, zipOf({ ...files, 'big.txt': zeros })), /big\.txt would grow to over 250 times its size/);
  const inside = zipOf(files);
  // The second entry says that it stands where the first does.
  const central = inside.lastIndexOf(Buffer.from('taxon.txt')) - 46;
  inside.writeUInt32LE(0, central + 42);
  assert.match(refusal(t, inside), /stands inside another file of it/);
});

test('what is not as it says is refused', (t) => {
  const files: Files = archiveFiles([CORE, DESCRIPTIONS]);
  const cases: [ZipOptions, RegExp][] = [
    [{ size: 10 }, /grows beyond the size that it gives/],
    [{ size: 10_000_000 }, /its check sum is another/],
    [{ crc: 1 }, /its check sum is another/],
    [{ flags: 1 }, /is locked with a password/],
    [{ method: 12 }, /is packed in an unusual way/],
  ];
  for (const [options, message] of cases) assert.match(refusal(t, zipOf(files, options)), message);
  const whole = zipOf(files);
  assert.match(refusal(t, whole.subarray(0, whole.length - 30)), /no zip file, or its end is missing/);
  assert.match(refusal(t, Buffer.from('PK, but nothing else')), /no zip file/);
  assert.match(refusal(t, Buffer.alloc(0)), /no zip file/);
});

test('a comment that holds the sign of an end is a comment', (t) => {
  const files = archiveFiles([CORE]);
  const sign = 'PK\u0005\u0006';
  for (const comment of [
    `${sign}${'x'.repeat(30)}`,
    `see ${sign} ${'8'.repeat(18)} and ${sign}${'\n'.repeat(18)}.`,
    sign,
  ]) {
    const zip = new ZipFile(writeZip(t, zipOf(files, { comment })));
    assert.deepEqual(
      zip.members.map(({ name }) => name),
      Object.keys(files),
    );
    zip.close();
  }
});

test('too many files and too large a table of contents are refused, each for what it is', (t) => {
  const whole = zipOf(archiveFiles([CORE]));
  const saying = (count: number, bytes: number) => {
    const copy = Buffer.from(whole);
    copy.writeUInt16LE(count, copy.length - 12);
    copy.writeUInt32LE(bytes, copy.length - 10);
    return copy;
  };
  assert.match(refusal(t, saying(10_001, 100)), / 10001 files are in it: at most 10,000\.$/);
  assert.match(refusal(t, saying(2, 50_000_001)), / Its table of contents has over 50 MB\./);
});

test('several archives in one, and several folders without meta.xml, are refused; one folder around all is not', (t) => {
  const files = archiveFiles([CORE, DESCRIPTIONS]);
  const under = (folder: string) =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
  assert.match(refusal(t, zipOf({ ...under('a'), ...under('b') })), /several archives \(a\/meta\.xml, b\/meta\.xml\)/);
  assert.match(refusal(t, zipOf({ 'a/taxon.txt': '', 'b/taxon.txt': '' })), /several folders and no meta\.xml/);
  const { trees, errors, passedOver } = readAll(
    writeZip(t, zipOf({ ...under('flora'), '__MACOSX/flora/._meta.xml': 'x' })),
  );
  assert.deepEqual([trees.length, errors], [2, []]);
  assert.ok(passedOver.some(({ file }) => file === '__MACOSX/flora/._meta.xml'));
});

test('a zip file that is spoilt anywhere is read or refused, and never ends the process', (t) => {
  const whole = zipOf(archiveFiles([CORE, DESCRIPTIONS]));
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, value) => {
      const spoilt = Buffer.from(whole);
      spoilt[at] = value;
      const { errors, trees } = readAll(writeZip(t, spoilt));
      assert.ok(trees.length === 2 || errors.length > 0);
    }),
    { numRuns: 150 },
  );
});

test('a name that is not there is an error of the zip file', (t) => {
  const zip = new ZipFile(writeZip(t, zipOf({ a: 'b' })));
  assert.throws(() => bytesIn(zip, 'c'), ZipError);
  zip.close();
});
