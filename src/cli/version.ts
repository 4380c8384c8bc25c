// In charge of `sylva version`: which Sylva this is, and which Node runs it.

import { versionNumber } from '../version.ts';
import type { Command } from './command.ts';

export const version: Command = {
  name: 'version',
  summary: 'show the version',
  positionals: [],
  flags: {},
  settings: [],
  example: 'sylva version\nsylva --version',
  run({ json, print }) {
    const number = versionNumber();
    const node = process.versions.node;
    print(json ? JSON.stringify({ version: number, node }) : `sylva ${number} (Node ${node})`);
    return 0;
  },
};
