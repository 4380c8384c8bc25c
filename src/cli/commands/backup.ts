import { locationOf } from '../../config/location.ts';
import type { Settings } from '../../config/settings.ts';
import { backUp, restore } from '../../store/maintenance/backup.ts';
import { whoRuns } from '../../store/tables/audit.ts';
import type { Command } from '../framework/command.ts';
import { Failure } from '../framework/errors.ts';
import { withProgress } from '../terminal/progress.ts';

export const makeBackup: Command = {
  name: 'backup',
  summary: 'write revisions, keys, allowlist and history into one file, while serving',
  positionals: ['FILE'],
  does: ['open-store'],
  example: 'sylva backup sylva-2027-01-01.backup',
  async run({ positionals: [file], settings, tell }) {
    await withProgress((show) => backUp(fileOf(settings), file, show));
    return tell({ file }, `The store is backed up in ${file}.`);
  },
};

export const restoreBackup: Command = {
  name: 'restore',
  summary: 'put a backup back, into an empty data folder',
  positionals: ['FILE'],
  does: ['open-store', 'change-store'],
  example: 'sylva restore sylva-2027-01-01.backup --data /var/lib/sylva',
  async run({ positionals: [file], settings, tell }) {
    const who = settings.actor ?? whoRuns();
    const needsUpgrade = await withProgress((show) => restore(file, fileOf(settings), who, show));
    const next = needsUpgrade ? ' It was made by an older Sylva: run sylva store upgrade next.' : '';
    const words = `The backup ${file} is restored into ${settings.data}.${next}`;
    return tell({ file, data: settings.data, needsUpgrade }, words);
  },
};

function fileOf(settings: Settings): string {
  const location = locationOf(settings);
  if (location.kind === 'sqlite') return location.path;
  throw new Failure(
    'A PostgreSQL database is backed up with pg_dump and restored with pg_restore. sylva store copy copies it to a SQLite file, and back.',
  );
}
