// In charge of a sorted table of texts, each with lists of numbers, that two tables are merged into: that of a snapshot, of which some
// numbers are gone and others have moved, and one of what is new. What stays is copied in long stretches.

import type { NamedSections } from './format.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { type ConcatenatedLists, NO_NUMBER } from './lists.ts';
import { hasItems, type RenumberedLists } from './renumbered-lists.ts';
import type { Strings } from './strings.ts';

export class MergedTable {
  readonly length: number;
  readonly #before: Strings;
  readonly #added: string[];
  /** By place, the places in the two tables; NO_NUMBER where one does not have the text. */
  readonly #fromBefore: Uint32Array;
  readonly #fromAdded: Uint32Array;

  /** A text of the snapshot stays that has something left in one of its lists, or is among those that are added, which are sorted. */
  constructor(before: Strings, lists: RenumberedLists[], added: string[]) {
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

  /** The first words of some texts, which have several. Those of neighbours are mostly the same, and no text is made of them. */
  firstWords(isWanted: (place: number) => boolean): Set<string> {
    const found = new Set<string>();
    let last: Buffer | undefined;
    for (let place = 0; place < this.length; place++) {
      if (!isWanted(place) || (last && this.#startsWith(place, last))) continue;
      const text = this.at(place);
      const word = text.slice(0, text.indexOf(' '));
      found.add(word);
      last = Buffer.from(`${word} `);
    }
    return found;
  }

  /** False for what is added. */
  #startsWith(place: number, wanted: Buffer): boolean {
    const before = this.#fromBefore[place];
    if (before === NO_NUMBER || this.#before.sizeOf(before) < wanted.length) return false;
    const start = this.#before.offsets[before];
    for (let at = 0; at < wanted.length; at++) if (this.#before.bytes[start + at] !== wanted[at]) return false;
    return true;
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
  lists(before: RenumberedLists, added: ConcatenatedLists): ConcatenatedLists {
    const offsets = new Uint32Array(this.length + 1);
    const items = new Uint32Array(before.items.length + added.items.length);
    for (let place = 0; place < this.length; ) {
      const end = this.#copyFrom(place, before, offsets, items);
      if (end === place) this.#mergeAt(place++, before, added, offsets, items);
      else place = end;
    }
    return { offsets, items: items.subarray(0, offsets[this.length]) };
  }

  /** Copies the lists that follow each other from a place on as they did before, and are whole; where they end. */
  #copyFrom(place: number, before: RenumberedLists, offsets: Uint32Array, items: Uint32Array): number {
    const first = this.#fromBefore[place];
    let [end, old] = [place, first];
    for (; end < this.length && this.#fromBefore[end] === old && old !== NO_NUMBER; end++, old++)
      if (this.#fromAdded[end] !== NO_NUMBER || before.hasLost[old] === 1) break;
    if (end === place) return place;
    const shift = offsets[place] - before.offsets[first];
    items.set(before.items.subarray(before.offsets[first], before.offsets[old]), offsets[place]);
    for (let next = place; next < end; ) offsets[++next] = before.offsets[first + next - place] + shift;
    return end;
  }

  #mergeAt(
    place: number,
    before: ConcatenatedLists,
    added: ConcatenatedLists,
    offsets: Uint32Array,
    items: Uint32Array,
  ): void {
    const [old, own] = [this.#fromBefore[place], this.#fromAdded[place]];
    const start = offsets[place];
    let next = start;
    if (old !== NO_NUMBER) {
      for (let at = before.offsets[old]; at < before.offsets[old + 1]; at++)
        if (before.items[at] !== NO_NUMBER) items[next++] = before.items[at];
    }
    offsets[place + 1] = own === NO_NUMBER ? next : mergeIn(added, own, items, start, next);
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
