// Keeps many texts as UTF-8 in chunks of shared memory: outside of V8's heap, and readable by every worker without a copy.

const CHUNK_BYTES = 4 << 20;

export interface TextChunk {
  bytes: Uint8Array;
  /** Where each text ends. */
  ends: number[];
  /** The number of its first text among all. */
  first: number;
}

export class TextStore {
  readonly #chunks: TextChunk[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Returns the chunk that the text is in: the last one, or a new one if that is full. */
  add(text: string): TextChunk {
    const size = Buffer.byteLength(text);
    const chunk = this.#chunkFor(size);
    const start = chunk.ends.at(-1) ?? 0;
    bufferOf(chunk).write(text, start);
    chunk.ends.push(start + size);
    this.#length++;
    return chunk;
  }

  get(number: number): string {
    const chunk = this.#chunks.findLast(({ first }) => first <= number) as TextChunk;
    return textIn(chunk, number - chunk.first);
  }

  /** Frees the memory. */
  release(): void {
    this.#chunks.length = 0;
  }

  #chunkFor(size: number): TextChunk {
    const last = this.#chunks.at(-1);
    if (last && (last.ends.at(-1) ?? 0) + size <= last.bytes.length) return last;
    const bytes = new Uint8Array(new SharedArrayBuffer(Math.max(size, CHUNK_BYTES)));
    const chunk = { bytes, ends: [], first: this.#length };
    this.#chunks.push(chunk);
    return chunk;
  }
}

export function textIn(chunk: TextChunk, index: number): string {
  return bufferOf(chunk).toString('utf8', index === 0 ? 0 : chunk.ends[index - 1], chunk.ends[index]);
}

function bufferOf({ bytes: { buffer, byteOffset, byteLength } }: TextChunk): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
