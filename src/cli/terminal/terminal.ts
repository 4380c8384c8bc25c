// Measures, wraps and colours text for the terminal. All output goes through `onScreen`, which lets only our own escapes through.

import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';
import { shown, shownLines } from '../../domain/shown.ts';

/** Infinite if the stream is not a terminal. */
export function terminalWidth(stream: NodeJS.WriteStream = process.stdout): number {
  return stream.isTTY ? stream.columns || 80 : Number.POSITIVE_INFINITY;
}

export const widthOf = (text: string): number => stringWidth(text);

/** Lines of at most that width, broken between words if possible. */
export function wrap(text: string, width: number): string[] {
  return widthOf(text) <= width ? [text] : wrapAnsi(text, width, { hard: true }).split('\n');
}

/** Broken between words only, so that a long address can be copied. */
export function wrapWords(text: string, width: number): string[] {
  return widthOf(text) <= width ? [text] : wrapAnsi(text, width).split('\n');
}

export function fitted(text: string, stream: NodeJS.WriteStream): string {
  const width = terminalWidth(stream);
  const lines = shownLines(text).split('\n');
  return lines.flatMap((line) => wrapWords(line, width)).join('\n');
}

/** Stands for the escape character in our own colours until `onScreen`. Other texts cannot contain it. */
const OWN_ESCAPE = `\x1b${randomUUID()}`;

export function onScreen(text: string): string {
  return text.split(OWN_ESCAPE).map(shownLines).join('\x1b');
}

/** Replaces the last line. */
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
