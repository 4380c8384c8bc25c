import { versionNumber } from '../../config/installation.ts';
import type { Command } from '../framework/command.ts';

export const version: Command = {
  name: 'version',
  summary: 'show the version',
  example: 'sylva version\nsylva --version',
  run({ tell }) {
    const [number, node] = [versionNumber(), process.versions.node];
    return tell({ version: number, node }, `sylva ${number} (Node ${node})`);
  },
};
