// `npm run bench`: everything that is measured, with one command and no set-up. Words choose parts of it:
// `npm run bench -- http peers`.

import { rmSync } from 'node:fs';
import { type PublishedCatalogue, publishCatalogue } from './catalogues.ts';
import { benchExports } from './exports.ts';
import { benchGrowth } from './growth.ts';
import { benchHttp, benchSizes, benchWays } from './http.ts';
import { benchLifecycle } from './lifecycle.ts';
import { loadGenerator } from './load.ts';
import { benchPeers } from './peers.ts';
import { benchPublishing } from './publishing.ts';
import { benchQuestions } from './questions.ts';
import { benchSwaps } from './swaps.ts';
import { benchWorst } from './worst.ts';

const FEW = 200;
const EVERY_TREE_ON_EARTH = 73_300;
const FAR_MORE = 300_000;

type Part = (few: PublishedCatalogue, all: PublishedCatalogue) => Promise<void>;

const PARTS: Record<string, Part> = {
  async lifecycle(few, all) {
    await benchPublishing([few, all]);
    await benchLifecycle([few, all]);
  },
  async http(few, all) {
    console.log(`\nLoaded by ${loadGenerator}.`);
    await benchHttp(few);
    await benchHttp(all);
  },
  sizes: benchSizes,
  ways: (_, all) => benchWays(all),
  peers: (_, all) => benchPeers(all),
  exports: (_, all) => benchExports(all),
  swaps: (_, all) => benchSwaps(all),
};

/** These make what they need themselves. */
const BY_THEMSELVES: Record<string, () => Promise<void>> = {
  questions: () => benchQuestions([1_000, 10_000, EVERY_TREE_ON_EARTH, FAR_MORE]),
  growth: () => benchGrowth([1_000, 5_000, 20_000, EVERY_TREE_ON_EARTH, FAR_MORE]),
  worst: () => benchWorst(EVERY_TREE_ON_EARTH),
};

const chosen = process.argv.slice(2);
const known = [...Object.keys(PARTS), ...Object.keys(BY_THEMSELVES)];
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
for (const [name, bench] of Object.entries(BY_THEMSELVES)) if (isChosen(name)) await bench();
