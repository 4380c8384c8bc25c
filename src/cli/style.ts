// In charge of colours: on a terminal only, off with NO_COLOR or on a dumb one, on with FORCE_COLOR. They only repeat what
// the words say. A stream is looked at when there is something to colour: that alone has a pipe refuse instead of waiting,
// for everyone who shares it.

import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

const painter = (format: Format, stream: 'stdout' | 'stderr') => (text: string) =>
  styleText(format, text, { stream: process[stream] });

export const heading = painter('bold', 'stdout');
export const faint = painter('dim', 'stdout');
export const good = painter('green', 'stdout');
export const doubtful = painter('yellow', 'stdout');
export const bad = painter('red', 'stdout');
export const complaint = painter('red', 'stderr');
