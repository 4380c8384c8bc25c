// In charge of the terminal: how wide it is, the lines that fit it, colours, and the one way to the screen, which all output
// takes. Whatever is in a text, only what our own colours need gets through: no command has to think of it, so none can forget.

import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';
import { shown, shownLines } from '../../domain/shown.ts';

/** Where it goes to no terminal, a text may be as wide as it likes. */
export function terminalWidth(stream: NodeJS.WriteStream = process.stdout): number {
  return stream.isTTY ? stream.columns || 80 : Number.POSITIVE_INFINITY;
}

export const widthOf = (text: string): number => stringWidth(text);

/** Lines of at most that width, broken between words where it can be; nothing is cut off. */
export function wrap(text: string, width: number): string[] {
  return widthOf(text) <= width ? [text] : wrapAnsi(text, width, { hard: true }).split('\n');
}

/** The same, but broken between words only: a long address stays whole, so that it can be copied. */
export function wrapWords(text: string, width: number): string[] {
  return widthOf(text) <= width ? [text] : wrapAnsi(text, width).split('\n');
}

/** In lines that are broken between words, where they go to a terminal. */
export function fitted(text: string, stream: NodeJS.WriteStream): string {
  const width = terminalWidth(stream);
  const lines = shownLines(text).split('\n');
  return lines.flatMap((line) => wrapWords(line, width)).join('\n');
}

/** Stands for the escape character until the screen: who writes a text with escapes of their own cannot know it. */
const OWN_ESCAPE = `\x1b${randomUUID()}`;

export function onScreen(text: string): string {
  return text.split(OWN_ESCAPE).map(shownLines).join('\x1b');
}

/** In the place of the line that was drawn before. */
export function redraw(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`\r\x1b[K${shown(text)}`);
}

export function writeLine(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${shown(text)}\n`);
}

/** On a terminal only, off with NO_COLOR or on a dumb one, on with FORCE_COLOR. Colours only repeat what the words say. */
function painter(format: Parameters<typeof styleText>[0], stream: NodeJS.WriteStream): (text: string) => string {
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
