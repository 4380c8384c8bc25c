// How much the sample catalogue holds.

import { readdirSync, readFileSync } from 'node:fs';

const CONTENT = new URL('../../content/', import.meta.url);
const FAMILY = /^family: "?([^"\n]+)"?$/m;

const files = readdirSync(new URL('trees/en/', CONTENT));

export const SAMPLE_TREES = files.length;

export const SAMPLE_FAMILIES = new Set(
  files.map((file) => FAMILY.exec(readFileSync(new URL(`trees/en/${file}`, CONTENT), 'utf8'))?.[1]),
).size;
