#!/usr/bin/env node
// In charge of the command `sylva-client sync FOLDER`: where the service is and the key come from the environment.

import { SylvaClient } from '../client.ts';
import { type FolderResult, syncFolder } from './sync-folder.ts';

const USAGE = `sylva-client sync FOLDER

Keeps a copy of the whole catalogue in FOLDER: one file, trees-REVISION.ndjson, always of one whole revision.
SYLVA_URL says where the service is, SYLVA_KEY is the API key (none is needed from an allowlisted address).
`;

async function main([command, folder, ...others]: string[]): Promise<number> {
  const { SYLVA_URL: baseUrl, SYLVA_KEY: apiKey } = process.env;
  if (command !== 'sync' || !folder || others.length > 0 || !baseUrl) {
    process.stderr.write(USAGE);
    return 2;
  }
  try {
    process.stdout.write(`${said(await syncFolder(new SylvaClient({ baseUrl, apiKey }), folder))}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error} The copy is as it was.\n`);
    return 1;
  }
}

function said({ isNew, isWhole, upserted, removed, file }: FolderResult): string {
  if (!isNew) return `up to date: ${file}`;
  return isWhole ? `${upserted} trees: ${file}` : `${upserted} trees changed, ${removed} removed: ${file}`;
}

process.exitCode = await main(process.argv.slice(2));
