// In charge of `sylva backup` and `sylva restore`: the whole state of a service in one file.

import { backUp, restore } from '../store/backup.ts';
import type { Command } from './command.ts';

export const makeBackup: Command = {
  name: 'backup',
  summary: 'write revisions, keys, allowlist and history into one file, while serving',
  positionals: ['FILE'],
  flags: {},
  settings: ['data'],
  example: 'sylva backup sylva-2027-01-01.backup',
  run({ positionals: [file], settings, json, print }) {
    backUp(settings.data, file);
    if (json) print(JSON.stringify({ file }));
    else print(`The store is backed up in ${file}.`);
    return 0;
  },
};

export const restoreBackup: Command = {
  name: 'restore',
  summary: 'put a backup back, into an empty data folder',
  positionals: ['FILE'],
  flags: {},
  settings: ['data'],
  example: 'sylva restore sylva-2027-01-01.backup --data /var/lib/sylva',
  async run({ positionals: [file], settings, json, print }) {
    await restore(file, settings.data);
    if (json) print(JSON.stringify({ file, data: settings.data }));
    else print(`The backup ${file} is restored into ${settings.data}.`);
    return 0;
  },
};
