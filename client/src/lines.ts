// Reads answers line by line, however long they are.

import { NetworkError } from './errors.ts';
import { openLong } from './resumable.ts';
import type { Transport } from './transport.ts';

const LINE_END = 10;

export interface Lines {
  /** All of them are of it. */
  revision: string;
  lines: AsyncGenerator<string, void, undefined>;
}

export async function openLines(transport: Transport, path: string, signal: AbortSignal | undefined): Promise<Lines> {
  const { revision, pieces } = await openLong(transport, path, signal, LINE_END);
  return { revision, lines: decoded(pieces) };
}

async function* decoded(pieces: AsyncIterable<Uint8Array>): Lines['lines'] {
  const decoder = new TextDecoder();
  for await (const line of linesOf(pieces)) yield decoder.decode(line);
}

/** Without their ends. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let parts: Uint8Array[] = [];
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(LINE_END); end !== -1; end = piece.indexOf(LINE_END, start)) {
      yield joined([...parts, piece.subarray(start, end)]);
      parts = [];
      start = end + 1;
    }
    if (start < piece.length) parts.push(piece.subarray(start));
  }
  if (parts.length > 0) throw new NetworkError('The answer ended in the middle of a line.');
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
