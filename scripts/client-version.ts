// In charge of the client's version, which is the service's own: `npm run generate` writes it.

import { readFileSync, writeFileSync } from 'node:fs';
import { versionNumber } from '../src/config/installation.ts';

const PACKAGE = new URL('../client/package.json', import.meta.url);

const text = readFileSync(PACKAGE, 'utf8');
writeFileSync(PACKAGE, text.replace(/(?<="version": ")[^"]*/, versionNumber()));
