// In charge of the form in which a snapshot is stored. One tree that changes shifts offsets, ranks and bitmaps everywhere; folded,
// it changes few bytes: what follows from the rest is left out, and numbers are written so that they stay as they are where
// others move. The other way it becomes what it was to the byte, or is found damaged by its checksum.

import { FOLDED_SECTIONS } from './folded-sections.ts';
import { type Head, MAGIC, readHead, type Section, Sections, SnapshotError } from './format.ts';

const FOLDED_MAGIC = Buffer.from('SYLVAFLD');

/** Where a section's folded bytes stand: in the folded form, and in the whole. */
interface Place {
  folded: number;
  offset: number;
  length: number;
}

/** A part of the folded form: it stands in the snapshot as it is, or is made, with pauses. */
export type FoldedPart = { length: number } & ({ plain: Uint8Array } | { make(): Generator<undefined, Uint8Array> });

/** In their order: the head, then each section. */
export function partsOf(bytes: Uint8Array): FoldedPart[] {
  const buffer = bufferOf(bytes);
  const head = readHead(buffer);
  const sections = new Sections(buffer, head, '');
  const stored = head.sections.flatMap(([name, , length]): FoldedPart[] => {
    const folding = FOLDED_SECTIONS.find((each) => each.isOf(name));
    if (!folding) return [{ length, plain: sections.bytes(name) }];
    const { fold } = folding;
    return fold ? [{ length, make: () => bytesOf(fold(name, sections)) }] : [];
  });
  return [{ length: headLength(head), make: () => foldedHead(buffer, head) }, ...stored];
}

/** Their bytes. Nothing stands for a pause. */
export function* fold(bytes: Uint8Array): Generator<Uint8Array | undefined> {
  for (const part of partsOf(bytes)) yield 'plain' in part ? part.plain : yield* part.make();
}

/** A snapshot that is put together again, in memory that threads can share. */
export class Unfolding {
  readonly bytes: Buffer;
  /** How many bytes its folded form has. */
  readonly foldedLength: number;
  readonly #sections: Sections;
  readonly #names: string[];
  readonly #places: Place[];

  static isFolded(head: Uint8Array): boolean {
    return FOLDED_MAGIC.equals(head.subarray(0, FOLDED_MAGIC.length));
  }

  constructor(foldedHead: Uint8Array) {
    const head = readHead(bufferOf(foldedHead));
    this.#names = head.sections.map(([name]) => name);
    this.#places = [{ folded: 0, offset: 0, length: headLength(head) }];
    this.foldedLength = headLength(head);
    for (const [name, offset, length] of head.sections) {
      const folding = FOLDED_SECTIONS.find((each) => each.isOf(name));
      if (folding && !folding.fold) continue;
      this.#places.push({ folded: this.foldedLength, offset, length });
      this.foldedLength += length;
    }
    this.bytes = bufferOf(new Uint8Array(new SharedArrayBuffer(head.total)));
    this.#sections = new Sections(this.bytes, head, '');
  }

  /** Some of the folded bytes, from a place on. */
  put(from: number, bytes: Uint8Array): void {
    let index = this.#places.findLastIndex(({ folded }) => folded <= from);
    for (let done = 0; done < bytes.length; index++) {
      const place = this.#places[index];
      if (!place) throw new SnapshotError('The stored snapshot is longer than it says.');
      const skipped = from + done - place.folded;
      const part = bytes.subarray(done, done + Math.max(place.length - skipped, 0));
      this.bytes.set(part, place.offset + skipped);
      done += part.length;
    }
  }

  /** When all of it was put in; with pauses. */
  *finish(): Generator<undefined> {
    MAGIC.copy(this.bytes);
    for (const folding of FOLDED_SECTIONS) {
      for (const name of this.#names.filter(folding.isOf)) yield* folding.unfold(name, this.#sections);
    }
  }
}

function headLength({ sections, total }: { sections: [string, number, number][]; total: number }): number {
  return sections[0]?.[1] ?? total;
}

function* foldedHead(bytes: Buffer, head: Head): Generator<undefined, Uint8Array> {
  yield;
  const folded = Buffer.from(bytes.subarray(0, headLength(head)));
  FOLDED_MAGIC.copy(folded);
  return folded;
}

function* bytesOf(folding: Generator<undefined, Section>): Generator<undefined, Uint8Array> {
  const { buffer, byteOffset, byteLength } = yield* folding;
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
