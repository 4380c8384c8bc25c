// Removing many trees, or many texts in a language, is a risk that somebody must agree to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Tree } from '../../src/domain/tree.ts';
import { compareCatalogues } from '../../src/publishing/compare.ts';
import { Consent, riskOf } from '../../src/publishing/removal-guard.ts';
import { often } from '../support/often.ts';
import { catalogueOf } from '../support/publishing.ts';
import { makeText, makeTree } from '../support/trees.ts';

/** So many trees in each language alone, and in both. */
function treesOf(en: number, es: number, both: number): Tree[] {
  return Array.from({ length: en + es + both }, (_, at) => {
    const texts = { ...(at >= es && { en: makeText() }), ...((at < es || at >= es + en) && { es: makeText() }) };
    return makeTree({ slug: `tree-${String(at).padStart(3, '0')}`, texts });
  });
}

test('more than five and more than a tenth of the trees, or of the texts in a language, are a risk', async () => {
  const sizes = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(70), fc.nat(15), fc.nat(15));
  await fc.assert(
    fc.asyncProperty(sizes, async ([en, es, both, gone, untranslated]) => {
      const before = treesOf(en, es, both);
      const staying = before.slice(gone);
      const lost = staying.filter(({ texts }) => texts.en && texts.es).slice(0, untranslated);
      const after = staying.map((tree) => (lost.includes(tree) ? { ...tree, texts: { en: makeText() } } : tree));
      const [old, now] = [await catalogueOf({ trees: before }), await catalogueOf({ trees: after })];
      const unchanged = (locale: 'en' | 'es') => now.textsUnchanged(locale, old.versions);
      const risk = riskOf(await compareCatalogues(old, now), before.length, unchanged);
      const isGreat = (removed: number, of: number) => removed > 5 && removed > of / 10;
      const removed = Math.min(gone, before.length);
      const inSpanish = staying.filter(({ texts }) => texts.es).length;
      const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
      const expected = isGreat(removed, before.length)
        ? `${removed} of ${plural(before.length, 'tree')} would be removed`
        : isGreat(lost.length, inSpanish)
          ? `${lost.length} of ${plural(inSpanish, 'text')} in “es” would be removed`
          : undefined;
      assert.equal(risk?.what, expected);
    }),
    { numRuns: often(40, 500) },
  );
});

const RISK = { what: '6 of 20 trees would be removed', which: ': oak' };

test('consent is asked for with what would be removed, and once only', async () => {
  const questions: string[] = [];
  const consent = new Consent(async (question) => questions.push(question) > 0);
  assert.deepEqual([await consent.isGivenTo(RISK), await consent.isGivenTo(RISK)], [true, true]);
  assert.deepEqual(questions, ['6 of 20 trees would be removed: oak.\nIs this meant?']);
});

test('consent to one risk is no consent to another', async () => {
  let answer = true;
  const consent = new Consent(async () => answer);
  assert.ok(await consent.isGivenTo(RISK));
  answer = false;
  assert.equal(await consent.isGivenTo({ ...RISK, which: ': elm' }), false);
  assert.equal(await consent.isGivenTo({ ...RISK, what: '7 of 20 trees would be removed' }), false);
});

test('nobody consents if nobody can be asked', async () => {
  assert.equal(await new Consent(undefined).isGivenTo(RISK), false);
});
