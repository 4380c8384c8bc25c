// In charge of the catalogues that are measured: generated, published and with a key, in a folder of their own.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tree } from '../src/domain/tree.ts';
import { sylva } from '../test/support/sylva.ts';
import { generateTrees, writeNdjson } from './generate.ts';
import { timed } from './measure.ts';

export interface PublishedCatalogue {
  trees: Tree[];
  folder: string;
  data: string;
  key: string;
  publishMilliseconds: number;
}

export async function publishCatalogue(species: number): Promise<PublishedCatalogue> {
  const folder = mkdtempSync(join(tmpdir(), 'sylva-bench-'));
  const source = join(folder, 'trees.ndjson');
  const data = join(folder, 'data');
  await writeNdjson(species, source);
  const [, publishMilliseconds] = await timed(() => succeed(['publish', source, '--data', data]));
  const { key } = JSON.parse(await succeed(['keys', 'create', '--name', 'bench', '--json', '--data', data]));
  return { trees: [...generateTrees(species)], folder, data, key, publishMilliseconds };
}

async function succeed(words: string[]): Promise<string> {
  const { code, stdout, stderr } = await sylva(words);
  if (code !== 0) throw new Error(stdout + stderr);
  return stdout;
}
