// In charge of the one way to the screen, which all output takes. Whatever is in a text, only what our own colours need gets
// through to the terminal: no command has to think of it, so none can forget to.

import { shown, shownLines } from '../shown.ts';
import { OWN_ESCAPE } from './style.ts';
import { terminalWidth, wrapWords } from './text-width.ts';

/** In the place of the line that was drawn before. */
export function redraw(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`\r\x1b[K${shown(text)}`);
}

/** In lines that are broken between words, where they go to a terminal. */
export function fitted(text: string, stream: NodeJS.WriteStream): string {
  const width = terminalWidth(stream);
  const lines = shownLines(text).split('\n');
  return lines.flatMap((line) => wrapWords(line, width)).join('\n');
}

export function onScreen(text: string): string {
  return text.split(OWN_ESCAPE).map(shownLines).join('\x1b');
}
