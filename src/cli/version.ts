// In charge of `sylva version`: which Sylva this is, and which Node runs it.

import { readFileSync } from 'node:fs';
import type { Command } from './command.ts';

const PACKAGE = new URL('../../package.json', import.meta.url);

export const version: Command = {
  name: 'version',
  summary: 'show the version',
  positionals: [],
  flags: {},
  settings: [],
  example: 'sylva version\nsylva --version',
  run({ json, print }) {
    const { version: number } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
    const node = process.versions.node;
    print(json ? JSON.stringify({ version: number, node }) : `sylva ${number} (Node ${node})`);
    return 0;
  },
};
