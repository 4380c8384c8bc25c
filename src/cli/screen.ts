// In charge of the one way to the screen. Whatever is in a text, only what our own colours need gets through to the terminal:
// no command has to think of it, so none can forget to.

import { shown, shownJson, shownLines } from '../shown.ts';
import { OWN_ESCAPE } from './style.ts';

export function print(text: string): void {
  process.stdout.write(`${onScreen(text)}\n`);
}

export function printJson(json: string): void {
  process.stdout.write(`${shownJson(json)}\n`);
}

export function complain(text: string): void {
  process.stderr.write(`${onScreen(text)}\n`);
}

/** In the place of the line that was drawn before. */
export function redraw(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`\r\x1b[K${shown(text)}`);
}

export function onScreen(text: string): string {
  return text.split(OWN_ESCAPE).map(shownLines).join('\x1b');
}
