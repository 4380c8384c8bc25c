// In charge of a sorted table of texts, each with lists of numbers, that two tables are merged into: that of a snapshot, of which some
// numbers are gone and others have moved, and one of what is new. What stays is copied in long stretches.

import type { NamedSections } from './format.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { type ConcatenatedLists, lookedUp, NO_NUMBER } from './lists.ts';
import type { Strings } from './strings.ts';

/** The same lists, with the number that each has now, or NO_NUMBER. */
export function renumbered(lists: ConcatenatedLists, numbersNow: Uint32Array): ConcatenatedLists {
  return { offsets: lists.offsets, items: lookedUp(lists.items, numbersNow) };
}

export class MergedTable {
  readonly length: number;
  readonly #before: Strings;
  readonly #added: string[];
  /** By place, the places in the two tables; NO_NUMBER where one does not have the text. */
  readonly #fromBefore: Uint32Array;
  readonly #fromAdded: Uint32Array;

  /** A text of the snapshot stays that has something left in one of its lists, or is among those that are added, which are sorted. */
  constructor(before: Strings, lists: ConcatenatedLists[], added: string[]) {
    this.#before = before;
    this.#added = added;
    this.#fromBefore = new Uint32Array(before.length + added.length);
    this.#fromAdded = new Uint32Array(before.length + added.length);
    this.length = this.#merge(hasItems(before.length, lists));
  }

  #merge(isLeft: Uint8Array): number {
    const places = this.#added.map((text) => this.#before.placeFor(text));
    let [length, next] = [0, 0];
    const put = (before: number, added: number) => {
      this.#fromBefore[length] = before;
      this.#fromAdded[length++] = added;
    };
    for (let old = 0; old <= this.#before.length; old++) {
      let same = NO_NUMBER;
      while (next < places.length && places[next] === old && same === NO_NUMBER) {
        if (old < this.#before.length && this.#before.get(old) === this.#added[next]) same = next;
        else put(NO_NUMBER, next);
        next++;
      }
      if (old < this.#before.length && (isLeft[old] === 1 || same !== NO_NUMBER)) put(old, same);
    }
    return length;
  }

  /** The texts, as a table is written. */
  strings(name: string): NamedSections {
    const bytes = new GrowingBytes();
    const offsets = new Uint32Array(this.length + 1);
    for (let place = 0; place < this.length; ) {
      const end = this.#stretchFrom(place);
      if (end === place) {
        bytes.append(this.#added[this.#fromAdded[place]]);
        offsets[++place] = bytes.length;
        continue;
      }
      const first = this.#fromBefore[place];
      const start = this.#before.offsets[first];
      const shift = bytes.length - start;
      bytes.appendBytes(this.#before.bytes.subarray(start, this.#before.offsets[first + end - place]));
      for (let next = first + 1; place < end; next++) offsets[++place] = this.#before.offsets[next] + shift;
    }
    return { [`${name}.offsets`]: offsets, [`${name}.bytes`]: bytes.done() };
  }

  /** Where those end that follow each other from a place on as they did before; the same place where there is none. */
  #stretchFrom(place: number): number {
    let end = place;
    for (
      let old = this.#fromBefore[place];
      end < this.length && this.#fromBefore[end] === old && old !== NO_NUMBER;
      old++
    )
      end++;
    return end;
  }

  *textsWhere(isWanted: (place: number) => boolean): Generator<string> {
    for (let place = 0; place < this.length; place++) if (isWanted(place)) yield this.at(place);
  }

  at(place: number): string {
    const before = this.#fromBefore[place];
    return before === NO_NUMBER ? this.#added[this.#fromAdded[place]] : this.#before.get(before);
  }

  /** A number for each text, known of those before. */
  numbers(before: ArrayLike<number>, of: (text: string) => number): Uint32Array {
    const numbers = new Uint32Array(this.length);
    for (let place = 0; place < this.length; place++) {
      const old = this.#fromBefore[place];
      numbers[place] = old === NO_NUMBER ? of(this.#added[this.#fromAdded[place]]) : before[old];
    }
    return numbers;
  }

  /** One list for each text, in ascending order, as those that are merged are. */
  lists(before: ConcatenatedLists, added: ConcatenatedLists): ConcatenatedLists {
    const offsets = new Uint32Array(this.length + 1);
    const items = new Uint32Array(before.items.length + added.items.length);
    let next = 0;
    for (let place = 0; place < this.length; place++) {
      const [old, own] = [this.#fromBefore[place], this.#fromAdded[place]];
      const start = next;
      if (old !== NO_NUMBER) {
        for (let at = before.offsets[old]; at < before.offsets[old + 1]; at++) {
          const item = before.items[at];
          if (item !== NO_NUMBER) items[next++] = item;
        }
      }
      if (own !== NO_NUMBER) next = mergeIn(added, own, items, start, next);
      offsets[place + 1] = next;
    }
    return { offsets, items: items.subarray(0, next) };
  }

  /** For each text of the snapshot, and for each of those that are added, its place. */
  places(): { before: Uint32Array; added: Uint32Array } {
    const before = new Uint32Array(this.#before.length).fill(NO_NUMBER);
    const added = new Uint32Array(this.#added.length);
    for (let place = 0; place < this.length; place++) {
      if (this.#fromBefore[place] !== NO_NUMBER) before[this.#fromBefore[place]] = place;
      if (this.#fromAdded[place] !== NO_NUMBER) added[this.#fromAdded[place]] = place;
    }
    return { before, added };
  }
}

function hasItems(keys: number, lists: ConcatenatedLists[]): Uint8Array {
  const found = new Uint8Array(keys);
  for (const { offsets, items } of lists) {
    for (let key = 0; key < keys; key++) {
      for (let at = offsets[key]; at < offsets[key + 1] && found[key] === 0; at++)
        if (items[at] !== NO_NUMBER) found[key] = 1;
    }
  }
  return found;
}

/** Puts a list in between what stands from `start` to `end`; where both end. */
function mergeIn(
  { offsets, items: added }: ConcatenatedLists,
  list: number,
  items: Uint32Array,
  start: number,
  end: number,
): number {
  const first = offsets[list];
  let [left, right] = [end - 1, offsets[list + 1] - 1];
  const total = end + offsets[list + 1] - first;
  for (let at = total - 1; right >= first; at--) {
    if (left >= start && items[left] > added[right]) items[at] = items[left--];
    else items[at] = added[right--];
  }
  return total;
}
