// Merges sorted dictionaries into one that has each used text once.

import type { TextTable } from '../format.ts';
import { NO_NUMBER } from '../sections/lists.ts';
import { compareTexts } from '../sections/strings.ts';

export interface DictionaryPart {
  dictionary: TextTable;
  /** 1 for each text that is used; by default all are. */
  isUsed?: Uint8Array;
}

export interface MergedDictionary {
  dictionary: TextTable;
  /** For each part, the new ids of its texts; NO_NUMBER if a text is not used. */
  ids: Uint32Array[];
}

export function mergeDictionaries(all: DictionaryPart[]): MergedDictionary {
  const parts = all.map(({ dictionary, isUsed }) => ({
    dictionary,
    isUsed: isUsed ?? new Uint8Array(dictionary.offsets.length - 1).fill(1),
  }));
  const ids = parts.map(({ isUsed }) => new Uint32Array(isUsed.length).fill(NO_NUMBER));
  const cursors = parts.map((part) => nextUsed(part, 0));
  const merged = new MergedTable(parts.map(({ dictionary }) => dictionary));
  for (;;) {
    let least = -1;
    for (let part = 0; part < parts.length; part++) {
      if (cursors[part] === parts[part].isUsed.length) continue;
      if (least === -1 || comparesBefore(parts, cursors, part, least)) least = part;
    }
    if (least === -1) return { dictionary: merged.finish(), ids };
    const first = cursors[least];
    for (let part = least; part < parts.length; part++) {
      if (cursors[part] === parts[part].isUsed.length) continue;
      const { dictionary } = parts[part];
      if (part !== least && compareTexts(dictionary, cursors[part], parts[least].dictionary, first) !== 0) continue;
      ids[part][cursors[part]] = merged.length;
      cursors[part] = nextUsed(parts[part], cursors[part] + 1);
    }
    merged.add(least, first);
  }
}

function comparesBefore(parts: Required<DictionaryPart>[], cursors: number[], part: number, other: number): boolean {
  return compareTexts(parts[part].dictionary, cursors[part], parts[other].dictionary, cursors[other]) < 0;
}

function nextUsed({ isUsed }: Required<DictionaryPart>, from: number): number {
  let next = from;
  while (next < isUsed.length && isUsed[next] === 0) next++;
  return next;
}

/** Copies texts that follow each other in one table together. */
class MergedTable {
  length = 0;
  readonly #tables: TextTable[];
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;
  #table = 0;
  /** Of the texts that are not copied yet. */
  #first = 0;
  #end = 0;

  constructor(tables: TextTable[]) {
    const sum = (sizeOf: (table: TextTable) => number) => tables.reduce((total, table) => total + sizeOf(table), 0);
    this.#tables = tables;
    this.#bytes = new Uint8Array(sum(({ bytes }) => bytes.length));
    this.#offsets = new Uint32Array(sum(({ offsets }) => offsets.length - 1) + 1);
  }

  add(table: number, text: number): void {
    if (table !== this.#table || text !== this.#end) {
      this.#copy();
      [this.#table, this.#first, this.#end] = [table, text, text];
    }
    this.#end++;
    this.length++;
  }

  finish(): TextTable {
    this.#copy();
    const offsets = this.#offsets.subarray(0, this.length + 1);
    return { offsets, bytes: this.#bytes.subarray(0, offsets[this.length]) };
  }

  #copy(): void {
    const { offsets, bytes } = this.#tables[this.#table] ?? { offsets: new Uint32Array(1), bytes: new Uint8Array() };
    const place = this.length - (this.#end - this.#first);
    const start = this.#offsets[place];
    this.#bytes.set(bytes.subarray(offsets[this.#first], offsets[this.#end]), start);
    for (let text = this.#first; text < this.#end; text++)
      this.#offsets[place + text - this.#first + 1] = start + offsets[text + 1] - offsets[this.#first];
  }
}
