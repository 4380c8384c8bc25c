// `npm run bench`: everything that is measured, with one command and no set-up. Words choose parts of it:
// `npm run bench -- http peers`.

import { rmSync } from 'node:fs';
import { type PublishedCatalogue, publishCatalogue } from './catalogues.ts';
import { benchHttp, benchSizes, benchWays } from './http.ts';
import { benchLifecycle } from './lifecycle.ts';
import { loadGenerator } from './load.ts';
import { benchPeers } from './peers.ts';
import { benchQuestions } from './questions.ts';
import { benchSwaps } from './swaps.ts';
import { benchWorst } from './worst.ts';

const FEW = 200;
const EVERY_TREE_ON_EARTH = 73_300;
const FAR_MORE = 300_000;

type Part = (few: PublishedCatalogue, all: PublishedCatalogue) => Promise<void>;

const PARTS: Record<string, Part> = {
  lifecycle: (few, all) => benchLifecycle([few, all]),
  async http(few, all) {
    console.log(`\nLoaded by ${loadGenerator}.`);
    await benchHttp(few);
    await benchHttp(all);
  },
  sizes: benchSizes,
  ways: (_, all) => benchWays(all),
  peers: (_, all) => benchPeers(all),
  swaps: (_, all) => benchSwaps(all),
};

/** These make what they ask in memory: nothing is published for them. */
const IN_MEMORY: Record<string, () => Promise<void>> = {
  questions: () => benchQuestions([1_000, 10_000, EVERY_TREE_ON_EARTH, FAR_MORE]),
  worst: () => benchWorst(EVERY_TREE_ON_EARTH),
};

const chosen = process.argv.slice(2);
const known = [...Object.keys(PARTS), ...Object.keys(IN_MEMORY)];
const unknown = chosen.filter((part) => !known.includes(part));
if (unknown.length > 0) throw new Error(`There is no part ${unknown}; there are ${known}.`);
const isChosen = (part: string) => chosen.length === 0 || chosen.includes(part);

const parts = Object.entries(PARTS).filter(([name]) => isChosen(name));
if (parts.length > 0) {
  const catalogues: PublishedCatalogue[] = [];
  try {
    for (const species of [FEW, EVERY_TREE_ON_EARTH]) catalogues.push(await publishCatalogue(species));
    const [few, all] = catalogues;
    for (const [, bench] of parts) await bench(few, all);
  } finally {
    for (const { folder } of catalogues) rmSync(folder, { recursive: true, force: true });
  }
}
for (const [name, bench] of Object.entries(IN_MEMORY)) if (isChosen(name)) await bench();
