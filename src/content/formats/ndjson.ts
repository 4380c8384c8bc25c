// In charge of NDJSON: one tree a line. Where most of a file is known, it only goes by to be summed up, and no more of it is held than
// what has changed.

import { readUtf8, type SourceFile } from '../files.ts';
import type { Fingerprint } from '../fingerprint.ts';
import type { KnownLines, ReadUnit } from '../known-trees.ts';
import type { KnownBlock, ReadBlock, SourceContext, Unit } from '../source-context.ts';
import { blockAgain, blocksIn, type Lines, type SummedLines, scanBlocks } from './line-blocks.ts';
import { LineReader } from './line-reader.ts';
import { SharedReader } from './shared-ndjson.ts';

export function* readNdjson(
  file: SourceFile,
  mostBytes: number,
  context: SourceContext,
): Generator<ReadUnit | KnownLines> {
  const { fingerprint, isGlance, knownTrees } = context;
  const blocks = fingerprint && scanBlocks(file, mostBytes, fingerprint);
  if (!fingerprint || !blocks) return yield* readWhole(file, mostBytes, context);
  note(file, blocks, context);
  const known = knownTrees?.knownBlocks(blocks.map(({ sum }) => sum)) ?? new Map();
  if (!isGlance) yield* new BlockReader(file, fingerprint, context).read(blocks, known);
}

/** The file's fingerprint is that of its blocks, and of how it was written, if that is worth a word. */
function note(file: SourceFile, blocks: SummedLines[], { fingerprint, findings }: SourceContext): void {
  fingerprint?.note(file.name, JSON.stringify(findings.warnings), blocks.map(({ sum }) => sum).join());
}

/** Where nobody wants to know what is read, or it has to be made UTF-8 first. */
function* readWhole(file: SourceFile, mostBytes: number, context: SourceContext): Generator<ReadUnit | KnownLines> {
  const { fingerprint, findings, isGlance, progress, helper } = context;
  const bytes = readUtf8(file, mostBytes, { findings }, undefined, helper?.manyBytes);
  if (!bytes) return;
  const shared = helper?.begin(bytes, context);
  if (helper && shared) return yield* new SharedReader(file.name, shared, helper, context).read();
  const reader = new LineReader(file.name, () => bytes, context);
  const step = (end: number) => progress('reading', end, bytes.length, 'bytes');
  if (!fingerprint) return yield* reader.read({ line: 1, start: 0, end: bytes.length }, [], step);
  const sumOf = ({ start, end }: Lines) => fingerprint.sumOf(bytes.subarray(start, end));
  const blocks = Array.from(blocksIn(bytes), (lines): SummedLines => ({ ...lines, sum: sumOf(lines) }));
  note(file, blocks, context);
  for (const block of isGlance ? [] : blocks)
    yield* reader.read(block, newBlock(block, undefined, context).units, step);
}

function newBlock({ sum }: SummedLines, known: KnownBlock | undefined, { blocks }: SourceContext): ReadBlock {
  const block: ReadBlock = { sum, known, units: [] };
  blocks.push(block);
  return block;
}

/** Reads what is not known of a file that has gone by, a block at a time. Throws where that is not what it was then. */
class BlockReader {
  readonly #file: SourceFile;
  readonly #fingerprint: Fingerprint;
  readonly #context: SourceContext;
  /** The one that was read last. */
  #held: { block: SummedLines; bytes: Buffer } | undefined;

  constructor(file: SourceFile, fingerprint: Fingerprint, context: SourceContext) {
    this.#file = file;
    this.#fingerprint = fingerprint;
    this.#context = context;
  }

  /** Where some are known, all others are read before: a tree of a known one may have another line in them now. */
  *read(all: SummedLines[], known: Map<number, KnownBlock>): Generator<ReadUnit | KnownLines> {
    const { knownTrees, progress } = this.#context;
    const blocks = all.map((lines, place) => newBlock(lines, known.get(place), this.#context));
    const others = new Map<number, ReadUnit[]>();
    for (const [place, lines] of known.size > 0 ? all.entries() : [])
      if (!known.has(place)) others.set(place, [...this.#readBlock(lines, blocks[place].units)]);
    const contested = new Set(
      others.values().flatMap((units) => units.map(({ group }) => knownTrees?.blockWith(group))),
    );
    for (const [place, lines] of all.entries()) {
      const block = blocks[place];
      if (contested.has(block.known)) block.known = undefined;
      if (block.known) yield this.#known(lines, block.known, block.units);
      else yield* others.get(place) ?? this.#readBlock(lines, block.units);
      progress('reading', lines.end, all.at(-1)?.end, 'bytes');
    }
  }

  #readBlock(block: SummedLines, units: Unit[]): Generator<ReadUnit> {
    return this.#readerOf(block).read({ line: block.line, start: 0, end: block.end - block.start }, units);
  }

  #known(block: SummedLines, known: KnownBlock, units: Unit[]): KnownLines {
    const lines = { line: block.line, start: 0, end: block.end - block.start };
    return this.#readerOf(block).known(lines, 0, known, units);
  }

  #readerOf(block: SummedLines): LineReader {
    return new LineReader(this.#file.name, () => this.#bytesOf(block), this.#context);
  }

  /** Who reads a line again, later, does not hold them until then. */
  #bytesOf(block: SummedLines): Buffer {
    if (this.#held?.block !== block) this.#held = { block, bytes: blockAgain(this.#file, block, this.#fingerprint) };
    return this.#held.bytes;
  }
}
