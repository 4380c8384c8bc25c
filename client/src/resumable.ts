// Reads an answer of any length and gives each of its bytes once: after a cut it asks for the rest. All bytes are of one
// revision.

import type { OpenAnswer } from './attempt.ts';
import { CatalogueChangedError, NetworkError, SylvaError, UnexpectedAnswerError } from './errors.ts';
import type { Retries } from './retries.ts';
import { checkedRevision } from './revision.ts';
import type { Transport } from './transport.ts';

/** A service that cuts off each response would otherwise keep its readers for ever. */
const MAX_REQUESTS = 20;

export interface LongAnswer {
  revision: string;
  headers: Headers;
  pieces: AsyncGenerator<Uint8Array, void, undefined>;
}

/** `lastByte`: what a whole answer ends with, unless it is empty. */
export async function openLong(
  transport: Transport,
  path: string,
  signal: AbortSignal | undefined,
  lastByte?: number,
): Promise<LongAnswer> {
  const retries = transport.retries(signal, MAX_REQUESTS);
  const open = (headers: Record<string, string>) => transport.open(path, headers, signal, retries);
  const first = await open({});
  const reading = new Reading(open, retries, revisionOf(first), lastByte);
  return { revision: revisionOf(first), headers: first.headers, pieces: reading.pieces(first) };
}

type Open = (headers: Record<string, string>) => Promise<OpenAnswer>;

class Reading {
  readonly #open: Open;
  readonly #retries: Retries;
  readonly #revision: string;
  readonly #lastByte: number | undefined;
  /** What the caller has. */
  #given = new Prefix();
  /** What was read of the representation with this entity tag: less than was given, if it was begun again. */
  #read = new Prefix();
  #tag = '';

  constructor(open: Open, retries: Retries, revision: string, lastByte: number | undefined) {
    this.#open = open;
    this.#retries = retries;
    this.#revision = revision;
    this.#lastByte = lastByte;
  }

  async *pieces(first: OpenAnswer): LongAnswer['pieces'] {
    for (let answer: OpenAnswer | undefined = first; ; answer = await this.#reopen()) {
      if (answer) this.#begin(answer);
      try {
        for await (const piece of answer?.pieces ?? []) {
          const added = this.#add(piece);
          if (added.length > 0 || answer?.status === 206) this.#retries.progress();
          if (added.length > 0) yield added;
        }
        this.#checkEnd();
        return;
      } catch (error) {
        await this.#retries.waitAfter(error);
      }
    }
  }

  /** The rest of the same bytes, or else everything once more; nothing if only the end was missing. */
  async #reopen(): Promise<OpenAnswer | undefined> {
    // Ranges are of what is not compressed, which not every `fetch` asks for by itself.
    const rest = { Range: `bytes=${this.#read.bytes}-`, 'If-Range': this.#tag, 'Accept-Encoding': 'identity' };
    const isRest = this.#read.bytes > 0 && this.#tag.startsWith('"');
    const answer = await this.#open(isRest ? rest : {}).catch((error) => {
      if (isRest && error instanceof SylvaError && error.status === 416) return undefined;
      throw error;
    });
    if (!answer) return undefined;
    const revision = revisionOf(answer);
    if (revision === this.#revision) return answer;
    answer.close();
    throw new CatalogueChangedError(this.#revision, revision);
  }

  #begin({ status, headers }: OpenAnswer): void {
    if (status === 206) {
      const range = headers.get('content-range') ?? '';
      if (range.startsWith(`bytes ${this.#read.bytes}-`)) return;
      throw new UnexpectedAnswerError(`Not the part that was asked for: ${range}`, { status });
    }
    this.#tag = headers.get('etag') ?? '';
    this.#read = new Prefix();
  }

  /** The bytes that the caller doesn't have yet. */
  #add(piece: Uint8Array): Uint8Array {
    const known = Math.max(0, this.#given.bytes - this.#read.bytes);
    this.#read.add(piece.subarray(0, known));
    if (known > 0 && this.#read.bytes === this.#given.bytes && this.#read.hash !== this.#given.hash)
      throw new UnexpectedAnswerError('After a cut the service sent other bytes than before.', { status: 200 });
    const added = piece.subarray(known);
    this.#read.add(added);
    this.#given.add(added);
    return added;
  }

  #checkEnd(): void {
    const { bytes, last } = this.#read;
    if (bytes < this.#given.bytes)
      throw new UnexpectedAnswerError('After a cut the service sent less than before.', { status: 200 });
    if (this.#lastByte !== undefined && bytes > 0 && last !== this.#lastByte)
      throw new NetworkError('The answer ended in the middle of a line.');
  }
}

/** The beginning of a sequence of bytes, with its FNV-1a hash. */
class Prefix {
  bytes = 0;
  hash = 0x811c9dc5;
  last: number | undefined;

  add(piece: Uint8Array): void {
    let hash = this.hash;
    for (let index = 0; index < piece.length; index++) hash = Math.imul(hash ^ (piece[index] as number), 0x01000193);
    this.hash = hash;
    this.bytes += piece.length;
    this.last = piece.at(-1) ?? this.last;
  }
}

function revisionOf({ status, headers }: OpenAnswer): string {
  return checkedRevision(headers.get('sylva-revision'), 'The header Sylva-Revision', status);
}
