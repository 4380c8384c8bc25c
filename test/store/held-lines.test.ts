import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KnownTree } from '../../src/content/outline.ts';
import type { Tree } from '../../src/domain/tree.ts';
import { ContentWalk } from '../../src/store/content-walk.ts';
import { holdLines } from '../../src/store/held-lines.ts';
import { makeText, makeTree } from '../support/trees.ts';

async function linesOf(trees: (Tree | KnownTree)[]): Promise<string> {
  return Buffer.from(await new ContentWalk(trees).from(0, 100 << 20)).toString();
}

test('trees that are let go are stored as they would have been', async () => {
  const long = makeText({ description: 'Ñ🌳'.repeat(1_000_000) });
  const trees: (Tree | KnownTree)[] = [
    makeTree({ slug: 'oak' }),
    makeTree({ slug: 'ash', texts: { en: long, es: makeText() } }),
    makeTree({ slug: 'elm', texts: { es: makeText() } }),
  ];
  const [oak, , elm] = trees as Tree[];
  const known = KnownTree.of(makeTree({ slug: 'fir' }));
  const before = await linesOf(trees);
  const origins = [oak, elm, known].map((tree) => ({ tree }));
  const content = { trees: [...trees, known], origins };
  holdLines(content);
  assert.ok(content.trees.every((tree) => tree instanceof KnownTree));
  assert.deepEqual(
    content.trees.map(({ slug, family, scientificName }) => [slug, family, scientificName]),
    [...trees, known].map(({ slug, family, scientificName }) => [slug, family, scientificName]),
  );
  assert.deepEqual((content.trees[2] as KnownTree).locales, ['es']);
  assert.deepEqual(
    origins.map(({ tree }) => tree),
    [content.trees[0], content.trees[2], known],
  );
  assert.equal(content.trees[3], known);
  assert.equal(await linesOf(content.trees.slice(0, 3)), before);
});
