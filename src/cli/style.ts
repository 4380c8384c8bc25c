// In charge of colours: on a terminal only, off with NO_COLOR or on a dumb one, on with FORCE_COLOR. They only repeat what
// the words say.

import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Stands for the escape character until the screen: who writes a text with escapes of their own cannot know it. */
export const OWN_ESCAPE = `\x1b${randomUUID()}`;

function painter(format: Format, stream: NodeJS.WriteStream): (text: string) => string {
  return (text) => {
    const [begin, end] = styleText(format, '\0', { stream }).replaceAll('\x1b', OWN_ESCAPE).split('\0');
    return begin + text + end;
  };
}

export const heading = painter('bold', process.stdout);
export const faint = painter('dim', process.stdout);
export const good = painter('green', process.stdout);
export const doubtful = painter('yellow', process.stdout);
export const bad = painter('red', process.stdout);
export const complaint = painter('red', process.stderr);
