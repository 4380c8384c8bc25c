import { addAllowed, listAllowed, removeAllowed } from './commands/allow.ts';
import { audit } from './commands/audit.ts';
import { makeBackup, restoreBackup } from './commands/backup.ts';
import { showConfig } from './commands/config.ts';
import { exportCommand } from './commands/export.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './commands/keys.ts';
import { matchNames } from './commands/names.ts';
import { newTree, schema } from './commands/new.ts';
import { preview } from './commands/preview.ts';
import { publish } from './commands/publish.ts';
import { activateRevision, diffRevisions, listRevisions } from './commands/revisions.ts';
import { serve } from './commands/serve.ts';
import { start } from './commands/start.ts';
import { stats } from './commands/stats.ts';
import { copyStoreCommand, upgradeStoreCommand } from './commands/store.ts';
import { validate } from './commands/validate.ts';
import { version } from './commands/version.ts';
import type { Command } from './framework/command.ts';
import { completionCommand } from './framework/completion.ts';
import { helpCommand } from './framework/help.ts';

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
