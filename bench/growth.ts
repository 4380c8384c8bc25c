// How time and memory of a publish grow with the catalogue: a table, and a plot of it for the page about performance.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SYLVA } from '../test/support/sylva.ts';
import { writeNdjson } from './generate.ts';
import { printTable, seconds } from './measure.ts';
import { plot } from './plot.ts';
import { costOf } from './resources.ts';

export async function benchGrowth(sizes: number[]): Promise<void> {
  const [times, memory, rows]: [number[], number[], Record<string, string>[]] = [[], [], []];
  for (const species of sizes) {
    const { milliseconds, peakMegabytes } = await publishCost(species);
    times.push(milliseconds / 1000);
    memory.push(peakMegabytes);
    const name = species.toLocaleString('en');
    rows.push({ species: name, publish: seconds(milliseconds), 'most memory': `${peakMegabytes} MiB` });
  }
  printTable('A publish from scratch, by size', rows);
  const path = join(tmpdir(), 'sylva-growth.svg');
  writeFileSync(
    path,
    plot('Time and memory of a publish, by the number of species', sizes, { seconds: times, MiB: memory }),
  );
  console.log(`\nThe plot: ${path}`);
}

async function publishCost(species: number): Promise<{ milliseconds: number; peakMegabytes: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'sylva-growth-'));
  try {
    const source = join(folder, 'trees.ndjson');
    await writeNdjson(species, source);
    return await costOf([SYLVA, 'publish', source, '--data', join(folder, 'data')]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
