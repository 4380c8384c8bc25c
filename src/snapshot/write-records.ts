// In charge of the answers' bytes: each tree's JSON in each language, kept once for summary, list and detail; families likewise.

import type { FamilyNames } from '../domain/tree.ts';
import { API_PREFIX, LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { Base, FreshTrees } from './base.ts';
import type { NamedSections } from './format.ts';
import { GatheredRecords, linkPosition, type Marks, type Numbers } from './gathered-records.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { FAMILY_MARKS, NO_TREE, RECORD_MARKS } from './layout.ts';
import type { Snapshot } from './open.ts';
import type { SectionBytes, SectionsToWrite } from './snapshot-writer.ts';
import { type CollectedFacet, shownInOrder } from './write-facets.ts';

export type Step = (done: number) => void;

/**
 * Of trees in the order of their slugs, out of records that were written as trees came. What has been copied is given back, so that little
 * of it stands twice.
 */
export function writeRecords(gathered: GatheredRecords, trees: Uint32Array): SectionsToWrite {
  return recordSections(trees.length, (locale, into, note) => {
    const marks = gathered.marksIn(locale);
    for (let number = 0; number < trees.length; number++) {
      const tree = trees[number];
      note(marks, tree, 1, number, into.length);
      gathered.copy(locale, tree, into);
      const isLast = number + 1 === trees.length || !gathered.areTogether(tree, trees[number + 1]);
      if (isLast) gathered.letGo(locale, tree);
    }
  });
}

/** Of trees that are as they were, what a snapshot has: those that follow each other there as well, at once. */
export function patchRecords(fresh: FreshTrees, base: Base): SectionsToWrite {
  const gathered = new GatheredRecords();
  const places = new Map<number, number>();
  for (const [number, tree] of fresh) places.set(number, gathered.add(tree));
  return recordSections(base.trees, (locale, into, note) => {
    const [known, added] = [marksIn(base.snapshot, locale), gathered.marksIn(locale)];
    for (let tree = 0; tree < base.trees; ) {
      const place = places.get(tree);
      const before = base.before[tree];
      const count = place === undefined ? followingIn(base.before, tree) : 1;
      if (place === undefined) {
        note(known, before, count, tree, into.length);
        into.appendBytes(bytesIn(base.snapshot, locale, before, count));
      } else {
        note(added, place, count, tree, into.length);
        gathered.copy(locale, place, into);
      }
      tree += count;
    }
  });
}

/** Notes the marks of so many trees from a place on, for those from a number on, whose records begin in another place. */
type Note = (of: Marks, place: number, count: number, number: number, start: number) => void;
type WriteLanguage = (locale: Locale, into: SectionBytes, note: Note) => void;

function recordSections(trees: number, write: WriteLanguage): SectionsToWrite {
  const otherNames = new Uint32Array(trees * OTHER_NAMES_MARKS);
  const sections: SectionsToWrite = {};
  for (const [round, locale] of LOCALES.entries()) {
    const marks = new Uint32Array(trees * RECORD_MARKS.length + 1);
    sections[`records.${locale}.bytes`] = (into) => {
      write(locale, into, (of, place, count, number, start) => {
        const shift = start - (of.marks.at(place * RECORD_MARKS.length) as number);
        const put = (all: Uint32Array, from: Numbers, each: number) => {
          for (let at = 0; at < count * each; at++)
            all[number * each + at] = (from.at(place * each + at) as number) + shift;
        };
        put(marks, of.marks, RECORD_MARKS.length);
        if (round === 0) put(otherNames, of.otherNames, OTHER_NAMES_MARKS);
      });
      marks[marks.length - 1] = into.length;
    };
    sections[`records.${locale}.marks`] = marks;
  }
  return { ...sections, otherNames };
}

/** Where they begin and end. */
const OTHER_NAMES_MARKS = 2;

function marksIn({ records, otherNames }: Snapshot, locale: Locale): Marks {
  return { marks: records[locale].marks, otherNames };
}

function bytesIn({ records }: Snapshot, locale: Locale, first: number, count: number): Uint8Array {
  const { bytes, marks } = records[locale];
  return bytes.subarray(marks[first * RECORD_MARKS.length], marks[(first + count) * RECORD_MARKS.length]);
}

/** How many from a place on follow each other. */
function followingIn(trees: Uint32Array, place: number): number {
  let end = place + 1;
  while (end < trees.length && trees[end] !== NO_TREE && trees[end] === trees[end - 1] + 1) end++;
  return end - place;
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
