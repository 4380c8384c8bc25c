// What is prepared with the help of the previous snapshot and import cache is what is prepared from scratch.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { ImportCacheData } from '../../src/content/source/import-cache.ts';
import { hashText, versionHash } from '../../src/domain/tree-hash.ts';
import { fold } from '../../src/domain/vocabulary.ts';
import { treeIn } from '../../src/publishing/compare.ts';
import { newVersions, type Prepared, prepare } from '../../src/publishing/prepare.ts';
import type { Previous } from '../../src/publishing/previous.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import {
  type Edition,
  editedEdition,
  editHistories,
  filesOf,
  firstEdition,
  SOURCE_FORMATS,
} from '../support/edited-sources.ts';
import { writeFiles } from '../support/folders.ts';
import { often } from '../support/often.ts';

const TREES = 12;

async function prepareFiles(
  t: TestContext,
  name: string,
  edition: Edition,
  previous: (Previous | undefined)[],
): Promise<Prepared[]> {
  const folder = writeFiles(t, filesOf(name, edition));
  try {
    const all: Prepared[] = [];
    for (const each of previous)
      all.push(await prepare(join(folder, name), { defaultLocale: 'en', maxTreeSize: 100_000, previous: each }));
    return all;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Digest {
  told: unknown;
  /** Undefined if the content has errors. */
  catalogue: unknown;
  bytes: Uint8Array | undefined;
  imported: unknown;
  unchanged: number;
}

function digestOf({ content, catalogue }: Prepared): Digest {
  const { trees, families: _, map, importCache, ...told } = content;
  const slugs = catalogue ? [...catalogue.versions.values()].filter(({ hash }) => hash).map(({ slug }) => slug) : [];
  return {
    told: { ...told, map, slugs: trees.map(({ slug }) => slug) },
    catalogue: catalogue && {
      ...{ hash: catalogue.hash, trees: catalogue.trees, families: catalogue.families },
      versions: [...catalogue.versions.values()],
      documents: catalogue.documents,
      records: slugs.map((slug) => [slug, catalogue.record(slug)]),
    },
    imported: JSON.parse(JSON.stringify(importCache)),
    bytes: catalogue?.snapshot(() => {}),
    unchanged: trees.filter((tree) => 'isUnchanged' in tree).length,
  };
}

function previousOf({ bytes, imported }: Digest): Previous | undefined {
  return bytes && { snapshot: openSnapshot(bytes), imported: imported as ImportCacheData };
}

function assertSame(digest: Digest, expected: Digest, what: string): void {
  for (const part of ['told', 'catalogue', 'imported'] as const)
    assert.deepEqual(digest[part], expected[part], `${part} with a cache that is ${what}`);
  assert.equal(digest.bytes === undefined, expected.bytes === undefined);
  if (digest.bytes && expected.bytes)
    assert.ok(Buffer.from(digest.bytes).equals(expected.bytes), `the bytes with a cache that is ${what}`);
}

function withoutSome({ snapshot, imported }: Previous): Previous {
  return { snapshot, imported: { trees: imported.trees.filter((_, index) => index % 3 > 0) } };
}

for (const name of Object.keys(SOURCE_FORMATS)) {
  test(`random edits of ${name || 'a folder'}, one after the other, are prepared as from scratch`, async (t) => {
    let [unchanged, published, refused] = [0, 0, 0];
    const first = firstEdition(TREES);
    const foreignName = name === 'trees.ndjson' ? 'trees.csv' : 'trees.ndjson';
    const foreign = previousOf(digestOf((await prepareFiles(t, foreignName, first, [undefined]))[0]));
    await fc.assert(
      fc.asyncProperty(editHistories, async (history) => {
        let [edition, last, stale]: [Edition, Previous | undefined, Previous | undefined] = [
          first,
          undefined,
          undefined,
        ];
        for (const edits of [[], ...history]) {
          edition = edits.reduce(editedEdition, edition);
          const others = { stale, foreign, incomplete: last && withoutSome(last) };
          const [what, other] = Object.entries(others)[(edits[0]?.at ?? 0) % 3];
          const prepared = await prepareFiles(t, name, edition, [undefined, last, other]);
          const [scratch, cached, odd] = prepared.map(digestOf);
          assertSame(cached, scratch, 'intact');
          assertSame(odd, scratch, what);
          unchanged += cached.unchanged;
          if (scratch.bytes) published++;
          else refused++;
          if (scratch.bytes) [stale, last] = [last, previousOf(cached)];
        }
      }),
      { numRuns: often(2, 100) },
    );
    t.diagnostic(`${published} editions without errors, ${refused} with errors, ${unchanged} unchanged trees`);
    assert.ok(unchanged > 0);
  });
}

test('each version has the hash of its record, and new versions lead each slug to where it leads', async (t) => {
  await fc.assert(
    fc.asyncProperty(editHistories, async (history) => {
      const first = firstEdition(TREES);
      const [{ catalogue: before }] = await prepareFiles(t, '', first, [undefined]);
      const edition = history.flat().reduce(editedEdition, first);
      const [{ catalogue: after }] = await prepareFiles(t, '', edition, [undefined]);
      if (!before || !after) return;
      const versions = new Map(before.versions);
      for (const { record, ...version } of newVersions(before.versions, after)) {
        if (version.hash === null) assert.equal(record, null);
        else {
          const { family } = treeIn(record as string);
          const names = after.documents.families.get(fold(family));
          assert.equal(version.hash, versionHash(hashText(record as string), names));
        }
        if (version.hash === null && version.movedTo === null) versions.delete(version.slug);
        else versions.set(version.slug, version);
      }
      assert.deepEqual(versions, after.versions);
    }),
    { numRuns: often(10, 300) },
  );
});

test('content with errors has no catalogue, and content without trees has an error', async (t) => {
  const [{ content, catalogue }] = await prepareFiles(t, '', { ...firstEdition(0) }, [undefined]);
  assert.deepEqual([content.errors.length, catalogue], [1, undefined]);
});
