// In charge of the list of commands, in the order that the help shows them.

import { addAllowed, listAllowed, removeAllowed } from './allow.ts';
import { audit } from './audit.ts';
import { makeBackup, restoreBackup } from './backup.ts';
import type { Command } from './command.ts';
import { completionCommand } from './completion.ts';
import { showConfig } from './config.ts';
import { exportCommand } from './export.ts';
import { helpCommand } from './help.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './keys.ts';
import { matchNames } from './names.ts';
import { newTree, schema } from './new.ts';
import { preview } from './preview.ts';
import { publish } from './publish.ts';
import { activateRevision, diffRevisions, listRevisions } from './revisions.ts';
import { serve } from './serve.ts';
import { start } from './start.ts';
import { stats } from './stats.ts';
import { copyStoreCommand, upgradeStoreCommand } from './store.ts';
import { validate } from './validate.ts';
import { version } from './version.ts';

export const COMMANDS: Command[] = [
  serve,
  newTree,
  schema,
  validate,
  preview,
  publish,
  exportCommand,
  listRevisions,
  activateRevision,
  diffRevisions,
  matchNames,
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
  addAllowed,
  listAllowed,
  removeAllowed,
  stats,
  audit,
  makeBackup,
  restoreBackup,
  copyStoreCommand,
  upgradeStoreCommand,
  showConfig,
  start,
  completionCommand(() => COMMANDS),
  helpCommand(() => COMMANDS),
  version,
];
