// What it costs to check and publish content: from scratch, the same again, and with one title changed, until a server answers with
// it; and what SQLite takes to import the same.

import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SYLVA } from '../test/support/sylva.ts';
import { until } from '../test/support/until.ts';
import type { PublishedCatalogue } from './catalogues.ts';
import { startLoadedSylva } from './http.ts';
import { printTable, seconds, timed } from './measure.ts';
import { type Cost, costOf } from './resources.ts';

const NEW_TITLE = 'A title that was changed';

export async function benchPublishing(catalogues: PublishedCatalogue[]): Promise<void> {
  for (const catalogue of catalogues) {
    const title = `Publishing ${catalogue.trees.length.toLocaleString('en')} species`;
    printTable(title, [...(await publishingOf(catalogue)), await importOf(catalogue)]);
  }
}

async function publishingOf(catalogue: PublishedCatalogue): Promise<Record<string, string>[]> {
  const { folder } = catalogue;
  const [source, data] = [join(folder, 'trees.ndjson'), join(folder, 'from-scratch')];
  const publish = [SYLVA, 'publish', source, '--data', data];
  try {
    return [
      rowOf('validate', await costOf([SYLVA, 'validate', source])),
      rowOf('publish from scratch', await costOf(publish)),
      rowOf('the same again', await costOf(publish)),
      ...(await changed(catalogue)),
    ];
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

function rowOf(what: string, { milliseconds, processorMilliseconds, peakMegabytes }: Cost): Record<string, string> {
  const memory = `${peakMegabytes} MiB`;
  return { what, time: seconds(milliseconds), 'on processors': seconds(processorMilliseconds), 'most memory': memory };
}

/** From the command to a running server that answers with it. */
async function changed(catalogue: PublishedCatalogue): Promise<Record<string, string>[]> {
  const { trees, folder, data, key } = catalogue;
  const { slug, texts } = trees[Math.floor(trees.length / 2)];
  const source = join(folder, 'changed.ndjson');
  changeTitle(join(folder, 'trees.ndjson'), source, slug, texts.en?.title as string);
  const server = await startLoadedSylva(catalogue, 1);
  const titleNow = async () => {
    const answer = await fetch(`${server.origin}/api/v1/trees/${slug}`, { headers: { 'X-API-Key': key } });
    return ((await answer.json()) as { data: { title: string } }).data.title;
  };
  try {
    // One that has served for a while, and somebody who has asked before.
    await until(async () => (await titleNow()) !== NEW_TITLE && globSync(join(data, 'cache/*.snapshot')).length > 0);
    const [cost, milliseconds] = await timed(async () => {
      const published = await costOf([SYLVA, 'publish', source, '--data', data]);
      await until(async () => (await titleNow()) === NEW_TITLE);
      return published;
    });
    return [rowOf('one title changed', cost), rowOf('… until it is served', { ...cost, milliseconds })];
  } finally {
    await server.stop();
    rmSync(source);
  }
}

/** In the line of the tree: a catalogue may be longer than a text can be. */
function changeTitle(from: string, to: string, slug: string, title: string): void {
  const bytes = readFileSync(from);
  const line = bytes.indexOf(`"slug":"${slug}"`);
  const found = `"title.en":${JSON.stringify(title)}`;
  const at = bytes.indexOf(found, line);
  if (line === -1 || at === -1) throw new Error(`The source has no title of ${slug}.`);
  const changedTitle = Buffer.from(`"title.en":${JSON.stringify(NEW_TITLE)}`);
  const rest = bytes.subarray(at + Buffer.byteLength(found));
  writeFileSync(to, Buffer.concat([bytes.subarray(0, at), changedTitle, rest]));
}

async function importOf({ trees, folder }: PublishedCatalogue): Promise<Record<string, string>> {
  const program = fileURLToPath(new URL('peers/sqlite-import.ts', import.meta.url));
  const path = join(folder, 'import.sqlite');
  const node = [process.execPath, '--max-old-space-size=8192'];
  const { output, peakMegabytes } = await costOf([...node, program, path, String(trees.length)]);
  rmSync(path);
  const { milliseconds, processorMilliseconds } = JSON.parse(output);
  // Its memory holds the generated rows as well.
  return rowOf('SQLite, import alone', { milliseconds, processorMilliseconds, peakMegabytes, output });
}
