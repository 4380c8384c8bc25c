// In charge of answers that are read line by line, however long they are: after a cut, reading goes on where it was.

import type { OpenAnswer } from './attempt.ts';
import { CatalogueChangedError, NetworkError, TimeoutError, UnexpectedAnswerError } from './errors.ts';
import type { Transport } from './transport.ts';
import { backOffMs, sleep } from './wait.ts';

const LINE_END = 10;

export interface Lines {
  /** All of them are of it. */
  revision: string;
  lines: AsyncGenerator<string, void, undefined>;
}

export async function openLines(transport: Transport, path: string, signal: AbortSignal | undefined): Promise<Lines> {
  const reading = new Reading(transport, path, signal);
  const first = await transport.open(path, {}, signal);
  return { revision: revisionOf(first), lines: reading.lines(first) };
}

class Reading {
  readonly #transport: Transport;
  readonly #path: string;
  readonly #signal: AbortSignal | undefined;
  /** How many lines were given. */
  #given = 0;
  /** Where the last whole line ended, in the form of the answer that has this tag. */
  #place = { tag: '', bytes: 0, lines: 0 };

  constructor(transport: Transport, path: string, signal: AbortSignal | undefined) {
    this.#transport = transport;
    this.#path = path;
    this.#signal = signal;
  }

  async *lines(first: OpenAnswer): Lines['lines'] {
    const decoder = new TextDecoder();
    let furthest = 0;
    let failures = 0;
    for (let answer = first; ; answer = await this.#reopen(revisionOf(first))) {
      if (this.#placeIn(answer)) furthest = 0;
      try {
        for await (const line of linesOf(answer.pieces)) {
          this.#place.bytes += line.length + 1;
          if (++this.#place.lines <= this.#given) continue;
          this.#given++;
          yield decoder.decode(line);
        }
        return;
      } catch (error) {
        if (!(error instanceof NetworkError || error instanceof TimeoutError)) throw error;
        if (this.#place.bytes > furthest) failures = 0;
        furthest = Math.max(furthest, this.#place.bytes);
        if (failures >= this.#transport.maxRetries) throw error;
        await sleep(backOffMs(failures++), this.#signal);
      }
    }
  }

  /** The rest of the same bytes, or else everything once more. */
  async #reopen(revision: string): Promise<OpenAnswer> {
    const { tag, bytes } = this.#place;
    const answer = await this.#transport.open(
      this.#path,
      bytes > 0 && tag !== '' ? rangeFrom(bytes, tag) : {},
      this.#signal,
    );
    const now = revisionOf(answer);
    if (now === revision) return answer;
    answer.close();
    throw new CatalogueChangedError(revision, now);
  }

  /** Whether the answer is in another form than the one before. */
  #placeIn({ status, headers }: OpenAnswer): boolean {
    const { tag, bytes } = this.#place;
    if (status === 206) {
      const range = headers.get('content-range') ?? '';
      if (range.startsWith(`bytes ${bytes}-`)) return false;
      throw new UnexpectedAnswerError(`Not the part that was asked for: ${range}`, { status });
    }
    this.#place = { tag: headers.get('etag') ?? '', bytes: 0, lines: 0 };
    return this.#place.tag !== tag;
  }
}

/** Parts are of what is not compressed, which not every `fetch` asks for by itself. */
function rangeFrom(bytes: number, tag: string): Record<string, string> {
  return { Range: `bytes=${bytes}-`, 'If-Range': tag, 'Accept-Encoding': 'identity' };
}

export function revisionOf({ status, headers }: OpenAnswer): string {
  const revision = headers.get('sylva-revision');
  if (revision === null) throw new UnexpectedAnswerError('The answer does not tell its revision.', { status });
  return revision;
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
