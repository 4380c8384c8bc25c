// What a snapshot is written from does not stand beside it for longer than it takes to copy it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySlug } from '../../src/domain/tree.ts';
import { LOCALES, type Locale } from '../../src/domain/vocabulary.ts';
import { GatheredRecords } from '../../src/snapshot/gathered-records.ts';
import { type SectionBytes, SnapshotWriter } from '../../src/snapshot/snapshot-writer.ts';
import { writeRecords } from '../../src/snapshot/write-records.ts';
import { makeTree } from '../support/trees.ts';

/** In the order in which they come. */
const SLUGS = ['oak', 'elm', 'ash', 'alder', 'olive', 'beech', 'apple'];

class Watched extends GatheredRecords {
  readonly seen: string[] = [];

  override copy(locale: Locale, tree: number, into: SectionBytes): void {
    super.copy(locale, tree, into);
    this.seen.push(`${locale} ${SLUGS[tree]}`);
  }

  override letGo(locale: Locale, tree: number): void {
    super.letGo(locale, tree);
    this.seen.push(`${locale} ${SLUGS[tree][0]} is gone`);
  }
}

test('records of one first letter are given back before those of the next are copied, in whatever order they came', () => {
  const gathered = new Watched();
  const trees = SLUGS.map((slug) => makeTree({ slug }));
  for (const tree of trees) gathered.add(tree);
  const places = Uint32Array.from(bySlug(trees), (tree) => trees.indexOf(tree));
  const writer = new SnapshotWriter();
  writer.add(writeRecords(gathered, places));
  const letters = [['alder', 'apple', 'ash'], ['beech'], ['elm'], ['oak', 'olive']];
  const expected = LOCALES.flatMap((locale) =>
    letters.flatMap((slugs) => [...slugs, `${slugs[0][0]} is gone`].map((said) => `${locale} ${said}`)),
  );
  assert.deepEqual(gathered.seen, expected);
});

test('what is added for good is given back, unless something else stands in the same memory', () => {
  const writer = new SnapshotWriter();
  const [own, shared] = [Uint32Array.of(1, 2), Uint32Array.of(3, 4)];
  writer.addForGood({ own, part: shared.subarray(1), none: new Uint8Array() });
  assert.deepEqual([own.length, shared.length], [0, 2]);
  assert.deepEqual([...writer.section('own')], [1, 0, 0, 0, 2, 0, 0, 0]);
  assert.deepEqual([...writer.section('part')], [4, 0, 0, 0]);
});
