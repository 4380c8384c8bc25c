import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Dataset } from '../../catalogue/export/dwca/eml.ts';
import type { ExportFormatName, ExportQuery } from '../../catalogue/export/export.ts';
import { plural } from '../../domain/counted.ts';
import { putInPlace } from '../../store/files.ts';
import type { Command } from '../framework/command.ts';
import { Failure, UsageError } from '../framework/errors.ts';
import { openCatalogue } from '../framework/revision.ts';
import { withProgress } from '../terminal/progress.ts';

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
    const { revision, catalogue } = await openCatalogue(settings, flag('revision'));
    const { datasetOf } = await import('../../http/response/dataset.ts');
    await withProgress((show) => {
      show('writing');
      return write(file, catalogue, format, datasetOf(settings, revision.id, revision.createdAt));
    });
    const { id, trees } = revision;
    return tell({ file, revision: id, trees }, `Revision ${id} is in ${file}: ${plural(trees, 'tree')}.`);
  },
};

async function write(file: string, catalogue: Catalogue, format: ExportFormatName, dataset: Dataset): Promise<void> {
  const { exportChunks } = await import('../../catalogue/export/export.ts');
  const writing = putInPlace(file, async (temporary) => {
    await using written = await open(temporary, 'r+');
    const query: ExportQuery = { format, locale: 'en', filters: {} };
    for (const { bytes } of exportChunks(catalogue, query, dataset)) await written.writeFile(bytes);
  });
  await writing.catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined ? error : new Failure(`${file} cannot be written: ${error.message}.`);
  });
}
