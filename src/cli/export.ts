// In charge of `sylva export`: a revision as a file that can be published again, there whole or not at all.

import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Dataset } from '../catalogue/export/dwca/eml.ts';
import type { ExportFormatName, ExportQuery } from '../catalogue/export/export.ts';
import type { Settings } from '../config/settings.ts';
import { plural } from '../domain/counted.ts';
import { snapshotOf } from '../publishing/revision-snapshot.ts';
import { openSnapshot } from '../snapshot/open.ts';
import { cacheOf } from '../store/cache.ts';
import { putInPlace } from '../store/files.ts';
import type { Store } from '../store/store.ts';
import type { Revision } from '../store/tables/revisions.ts';
import { withStore } from '../store/with-store.ts';
import { type Command, Failure, UsageError } from './command.ts';
import { withProgress } from './progress.ts';
import { noRevision } from './revisions.ts';

const FORMATS = new Map<string, ExportFormatName>([
  ['.ndjson', 'ndjson'],
  ['.csv', 'csv'],
  ['.zip', 'dwca'],
]);

export const exportCommand: Command = {
  name: 'export',
  summary: 'write a revision into a file that can be published again: NDJSON, CSV or a Darwin Core Archive',
  positionals: ['FILE'],
  flags: { revision: { value: 'ID', help: 'which one; the active where it is left out' } },
  does: ['open-store', 'export'],
  example:
    'sylva export trees.ndjson\nsylva export trees.csv --revision r11\nsylva export trees.zip --catalogue-contact "Flora desk <flora@example.org>"',
  async run({ positionals: [file], settings, flag, tell }) {
    const format = FORMATS.get(extname(file).toLowerCase());
    if (!format) throw new UsageError(`${file} must end with ${[...FORMATS.keys()].join(', ')}.`);
    const { revision, catalogue } = await withStore(settings, (store) => load(store, settings, flag('revision')));
    const { datasetOf } = await import('../http/response/dataset.ts');
    await withProgress((show) => {
      show('writing');
      return write(file, catalogue, format, datasetOf(settings, revision.id, revision.createdAt));
    });
    const { id, trees } = revision;
    return tell({ file, revision: id, trees }, `Revision ${id} is in ${file}: ${plural(trees, 'tree')}.`);
  },
};

/** Read-only: it compiles what the disk does not have, and keeps nothing. */
async function load(
  store: Store,
  settings: Settings,
  id: string | undefined,
): Promise<{ revision: Revision; catalogue: Catalogue }> {
  const revision = await (id === undefined ? store.revisions.active() : find(store, id));
  if (!revision && id !== undefined) throw noRevision(id);
  if (!revision) throw new Failure('Nothing has been published. sylva publish SOURCE does.');
  const bytes = await snapshotOf(revision, store.revisions, cacheOf(settings, { warn() {} }));
  // Loaded here only: other commands start sooner.
  const { Catalogue } = await import('../catalogue/catalogue.ts');
  return { revision, catalogue: new Catalogue(openSnapshot(bytes, { isVerified: true })) };
}

async function find({ revisions }: Store, id: string): Promise<Revision | undefined> {
  return (await revisions.list()).find((each) => each.id === id);
}

async function write(file: string, catalogue: Catalogue, format: ExportFormatName, dataset: Dataset): Promise<void> {
  const { exportChunks } = await import('../catalogue/export/export.ts');
  const writing = putInPlace(file, async (temporary) => {
    await using written = await open(temporary, 'r+');
    const query: ExportQuery = { format, locale: 'en', filters: {} };
    for (const { bytes } of exportChunks(catalogue, query, dataset)) await written.writeFile(bytes);
  });
  await writing.catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined ? error : new Failure(`${file} cannot be written: ${error.message}.`);
  });
}
