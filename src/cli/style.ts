// In charge of colours: on a terminal only, off with NO_COLOR or on a dumb one, on with FORCE_COLOR. They only repeat what
// the words say.

import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

const painter = (format: Format, stream: NodeJS.WriteStream) => (text: string) => styleText(format, text, { stream });

export const heading = painter('bold', process.stdout);
export const faint = painter('dim', process.stdout);
export const good = painter('green', process.stdout);
export const doubtful = painter('yellow', process.stdout);
export const bad = painter('red', process.stdout);
export const complaint = painter('red', process.stderr);
