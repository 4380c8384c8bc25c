// In charge of the sections of a snapshot that are stored in another form than they are read in, and of the way back.

import { FILTERS } from '../domain/questions.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { Section, Sections } from './format.ts';
import { cellsFor, NO_BITMAP, ORDERINGS, orderingIndex } from './layout.ts';
import { type ConcatenatedLists, transposed } from './lists.ts';
import { openValues } from './open.ts';
import { fillRange, NOTES, POSTINGS } from './postings.ts';
import { renamed } from './renamed-lists.ts';

export interface FoldedSection {
  isOf(name: string): boolean;
  /** What is stored instead, of the same length; nothing is where it is left out. */
  fold?(name: string, sections: Sections): Generator<undefined, Section>;
  /** Makes of what was stored, in its place, what it was; with pauses. */
  unfold(name: string, sections: Sections): Generator<undefined>;
}

/** In the order in which they are unfolded: each needs those before it. */
export const FOLDED_SECTIONS: FoldedSection[] = [
  asDifferences((name) => /(?:^|\.)(?:offsets|marks)$|^otherNames$/.test(name), 1),
  asDifferences((name) => /\.notes$/.test(name), NOTES.length),
  { isOf: (name) => name === 'ranks', unfold: unfoldRanks },
  { isOf: (name) => postingsOf(name, 'items') !== undefined, fold: foldPostings, unfold: unfoldPostings },
  { isOf: (name) => postingsOf(name, 'bitmaps') !== undefined, unfold: unfoldPostingsBitmaps },
  { isOf: (name) => name === 'names.byTree.items', fold: foldNamesByTree, unfold: unfoldNamesByTree },
  { isOf: (name) => name === 'bitmaps', unfold: unfoldBitmaps },
];

/** Each number as what it is more than the one before it: where one grows, all after it stay. */
function asDifferences(isOf: FoldedSection['isOf'], distance: number): FoldedSection {
  return {
    isOf,
    *fold(name, sections) {
      yield;
      return differences(sections.uint32(name), distance);
    },
    *unfold(name, sections) {
      addUp(sections.uint32(name), distance);
      yield;
    },
  };
}

function differences(numbers: Uint32Array, distance: number): Uint32Array {
  const found = numbers.slice();
  for (let at = distance; at < numbers.length; at++) found[at] = numbers[at] - numbers[at - distance];
  return found;
}

function addUp(numbers: Uint32Array, distance: number): void {
  for (let at = distance; at < numbers.length; at++) numbers[at] += numbers[at - distance];
}

function* unfoldRanks(name: string, sections: Sections): Generator<undefined> {
  const [orders, ranks, { trees }] = [sections.uint32('orders'), sections.uint32(name), sections.meta];
  for (let at = 0; at < orders.length; at++) ranks[at - (at % trees) + orders[at]] = at % trees;
  yield;
}

interface PostingsName {
  name: string;
  locale: Locale;
}

const ALL_POSTINGS: PostingsName[] = LOCALES.flatMap((locale) =>
  POSTINGS.map((part) => ({ name: `terms.${locale}.${part}`, locale })),
);

function postingsOf(section: string, part: string): PostingsName | undefined {
  return ALL_POSTINGS.find(({ name }) => section === `${name}.${part}`);
}

function listsOf(sections: Sections, name: string): ConcatenatedLists {
  return { offsets: sections.uint32(`${name}.offsets`), items: sections.uint32(`${name}.items`) };
}

/** The part of `orders` or `ranks` that is by title. */
function byTitle(sections: Sections, name: 'orders' | 'ranks', locale: Locale): Uint32Array {
  const start = orderingIndex(locale, 'title', 'asc') * sections.meta.trees;
  return sections.uint32(name).subarray(start, start + sections.meta.trees);
}

/** By tree instead of by rank: a new title changes the ranks of thousands. */
function* foldPostings(section: string, sections: Sections): Generator<undefined, Section> {
  const { name, locale } = postingsOf(section, 'items') as PostingsName;
  return differences(yield* renamed(listsOf(sections, name), byTitle(sections, 'orders', locale)), 1);
}

function* unfoldPostings(section: string, sections: Sections): Generator<undefined> {
  const { name, locale } = postingsOf(section, 'items') as PostingsName;
  const lists = listsOf(sections, name);
  addUp(lists.items, 1);
  lists.items.set(yield* renamed(lists, byTitle(sections, 'ranks', locale)));
}

function* unfoldPostingsBitmaps(section: string, sections: Sections): Generator<undefined> {
  const { name } = postingsOf(section, 'bitmaps') as PostingsName;
  const notes = sections.uint32(`${name}.notes`);
  const bitmaps = sections.uint32(section);
  const length = cellsFor(sections.meta.trees);
  const lists = listsOf(sections, name);
  for (let index = 0; index * NOTES.length < notes.length; index++) {
    const at = index * NOTES.length;
    const range: [number, number] = [notes[at + NOTES.first], notes[at + NOTES.end]];
    fillRange(bitmaps.subarray(index * length, (index + 1) * length), lists, range);
    if (index % 64 === 0) yield;
  }
}

/** A name as its place among the names of the tree: its number changes with every name that comes before it. */
function* foldNamesByTree(_: string, sections: Sections): Generator<undefined, Section> {
  const { offsets, items } = listsOf(sections, 'names.byTree');
  const own = yield* transposed(listsOf(sections, 'names.trees'), sections.meta.trees);
  const folded = new Uint32Array(items.length);
  for (let tree = 0; tree + 1 < offsets.length; tree++) {
    for (let at = offsets[tree]; at < offsets[tree + 1]; at++)
      folded[at] = own.items.indexOf(items[at], own.offsets[tree]) - own.offsets[tree];
  }
  return folded;
}

function* unfoldNamesByTree(_: string, sections: Sections): Generator<undefined> {
  const { offsets, items } = listsOf(sections, 'names.byTree');
  const own = yield* transposed(listsOf(sections, 'names.trees'), sections.meta.trees);
  for (let tree = 0; tree + 1 < offsets.length; tree++) {
    for (let at = offsets[tree]; at < offsets[tree + 1]; at++) items[at] = own.items[own.offsets[tree] + items[at]];
  }
  yield;
}

/** Rank by rank, so that what is written next stands beside what was written last. */
function* unfoldBitmaps(section: string, sections: Sections): Generator<undefined> {
  const { trees } = sections.meta;
  const cells = cellsFor(trees);
  const [orders, bitmaps] = [sections.uint32('orders'), sections.uint32(section)];
  for (const filter of FILTERS) {
    const numbers = sections.uint32(`${filter}.bitmapNumbers`);
    const values = openValues(sections, filter, numbers.length);
    for (let ordering = 0; ordering < ORDERINGS; ordering++) {
      for (let rank = 0; rank < trees; rank++) {
        const tree = orders[ordering * trees + rank];
        for (let at = values.offsets[tree]; at < values.offsets[tree + 1]; at++) {
          const number = numbers[values.items[at]];
          if (number !== NO_BITMAP) bitmaps[(number * ORDERINGS + ordering) * cells + (rank >>> 5)] |= 1 << (rank & 31);
        }
      }
      yield;
    }
  }
}
