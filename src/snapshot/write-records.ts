// In charge of the answers' bytes: each tree's JSON in each language, kept once for summary, list and detail; families likewise.

import type { FamilyNames } from '../domain/tree.ts';
import { API_PREFIX, LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { Base, FreshTrees } from './base.ts';
import type { NamedSections } from './format.ts';
import { GatheredRecords, linkPosition, type Records } from './gathered-records.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { FAMILY_MARKS, NO_TREE, RECORD_MARKS } from './layout.ts';
import type { Snapshot } from './open.ts';
import type { SectionBytes, SectionsToWrite } from './snapshot-writer.ts';
import { type CollectedFacet, shownInOrder } from './write-facets.ts';

export type Step = (done: number) => void;

/** Of trees in the order of their numbers, out of records that were written as trees came: those that follow each other there, at once. */
export function writeRecords(gathered: GatheredRecords, trees: Uint32Array): SectionsToWrite {
  return recordSections(trees.length, (locale, into, note) => {
    for (let number = 0; number < trees.length; ) {
      const count = followingIn(trees, number);
      putRecords(gathered.of(locale, trees[number], count), number, into, note);
      number += count;
    }
    gathered.letGo(locale);
  });
}

/** Of trees that are as they were, what a snapshot has: those that follow each other there as well, at once. */
export function patchRecords(fresh: FreshTrees, base: Base): SectionsToWrite {
  const gathered = new GatheredRecords();
  const places = new Map<number, number>();
  for (const [number, tree] of fresh) places.set(number, gathered.add(tree));
  return recordSections(base.trees, (locale, into, note) => {
    for (let tree = 0; tree < base.trees; ) {
      const place = places.get(tree);
      const count = place === undefined ? followingIn(base.before, tree) : 1;
      const records =
        place === undefined
          ? recordsIn(base.snapshot, locale, base.before[tree], count)
          : gathered.of(locale, place, count);
      putRecords(records, tree, into, note);
      tree += count;
    }
  });
}

/** Notes the marks of some trees from one on, and where their other names stand. */
type Note = (tree: number, marks: ArrayLike<number>, otherNames: ArrayLike<number>) => void;
type WriteLanguage = (locale: Locale, into: SectionBytes, note: Note) => void;

function recordSections(trees: number, write: WriteLanguage): SectionsToWrite {
  const all = new Uint32Array(trees * 2);
  const sections: SectionsToWrite = {};
  for (const [round, locale] of LOCALES.entries()) {
    const marks = new Uint32Array(trees * RECORD_MARKS.length + 1);
    sections[`records.${locale}.bytes`] = (into) => {
      write(locale, into, (tree, own, otherNames) => {
        marks.set(own, tree * RECORD_MARKS.length);
        if (round === 0) all.set(otherNames, tree * 2);
      });
      marks[marks.length - 1] = into.length;
    };
    sections[`records.${locale}.marks`] = marks;
  }
  return { ...sections, otherNames: all };
}

function recordsIn({ records, otherNames }: Snapshot, locale: Locale, first: number, count: number): Records {
  const { bytes, marks } = records[locale];
  const [start, end] = [first * RECORD_MARKS.length, (first + count) * RECORD_MARKS.length];
  return {
    bytes: bytes.subarray(marks[start], marks[end]),
    marks: marks.subarray(start, end),
    otherNames: otherNames.subarray(first * 2, (first + count) * 2),
  };
}

/** How many from a place on follow each other. */
function followingIn(trees: Uint32Array, place: number): number {
  let end = place + 1;
  while (end < trees.length && trees[end] !== NO_TREE && trees[end] === trees[end - 1] + 1) end++;
  return end - place;
}

function putRecords({ bytes, marks, otherNames }: Records, tree: number, into: SectionBytes, note: Note): void {
  const shift = into.length - marks[0];
  note(
    tree,
    marks.map((mark) => mark + shift),
    otherNames.map((mark) => mark + shift),
  );
  into.appendBytes(bytes);
}

/** Of the trees of each, their number counts. */
export function writeFamilies({ keys, sets, labels }: FacetOfFamilies, familyNames: FamilyNames): NamedSections {
  const sections: NamedSections = {};
  for (const locale of LOCALES) {
    const shown = shownInOrder('family', labels[locale], locale);
    const bytes = new GrowingBytes();
    const marks = new Uint32Array(shown.length * FAMILY_MARKS.length + 1);
    for (const [index, family] of shown.entries()) {
      const name = labels[locale][family];
      const path = familyPath(name, locale);
      const commonName = familyNames.get(keys[family])?.[locale] ?? null;
      const json = JSON.stringify({ name, commonName, speciesCount: sets[family].length, _links: { trees: path } });
      marks[index * FAMILY_MARKS.length + FAMILY_MARKS.start] = bytes.length;
      marks[index * FAMILY_MARKS.length + FAMILY_MARKS.link] = bytes.length + linkPosition(json, path);
      bytes.append(json);
    }
    marks[shown.length * FAMILY_MARKS.length] = bytes.length;
    Object.assign(sections, { [`families.${locale}.bytes`]: bytes.done(), [`families.${locale}.marks`]: marks });
  }
  return sections;
}

type FacetOfFamilies = Pick<CollectedFacet, 'keys' | 'labels'> & { sets: { length: number }[] };

function familyPath(name: string, locale: Locale): string {
  return `${API_PREFIX}/trees?${new URLSearchParams({ family: name, locale })}`;
}
