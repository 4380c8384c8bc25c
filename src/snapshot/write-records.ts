// In charge of the answers' bytes: each tree's JSON in each language, kept once for summary, list and detail; families likewise.

import { type FamilyNames, type Tree, toJsonPieces, treePath } from '../domain/tree.ts';
import { API_PREFIX, LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { Base, FreshTrees } from './base.ts';
import type { NamedSections } from './format.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { FAMILY_MARKS, NO_TREE, RECORD_MARKS } from './layout.ts';
import type { Snapshot } from './open.ts';
import type { SectionBytes, SectionsToWrite } from './snapshot-writer.ts';
import { type CollectedFacet, shownInOrder } from './write-facets.ts';

export type Step = (done: number) => void;

/** Where they stand is known when they are written: they come before what tells it. */
export function writeRecords(trees: Tree[], step: Step): SectionsToWrite {
  return recordSections(trees.length, (locale, round, into, note) => {
    for (const [number, tree] of trees.entries()) {
      const { marks, otherNames } = writeRecord(tree, locale, into);
      note(number, marks, round === 0 ? otherNames() : []);
      step(round * trees.length + number + 1);
    }
  });
}

/** Of trees that are as they were, what a snapshot has: those that follow each other there as well, at once. */
export function patchRecords(fresh: FreshTrees, base: Base): SectionsToWrite {
  return recordSections(base.trees, (locale, _, into, note) => {
    const written = recordsOf(fresh, locale);
    for (let tree = 0; tree < base.trees; ) {
      const own = written.get(tree);
      const count = own ? 1 : followingFrom(tree, base);
      const { bytes, marks, otherNames } = own ?? recordsIn(base.snapshot, locale, base.before[tree], count);
      const shift = into.length - marks[0];
      note(
        tree,
        marks.map((mark) => mark + shift),
        otherNames.map((mark) => mark + shift),
      );
      into.appendBytes(bytes);
      tree += count;
    }
  });
}

/** Notes the marks of some trees from one on, and where their other names stand. */
type Note = (tree: number, marks: ArrayLike<number>, otherNames: ArrayLike<number>) => void;
type WriteLanguage = (locale: Locale, round: number, into: SectionBytes, note: Note) => void;

function recordSections(trees: number, write: WriteLanguage): SectionsToWrite {
  const all = new Uint32Array(trees * 2);
  const sections: SectionsToWrite = {};
  for (const [round, locale] of LOCALES.entries()) {
    const marks = new Uint32Array(trees * RECORD_MARKS.length + 1);
    sections[`records.${locale}.bytes`] = (into) => {
      write(locale, round, into, (tree, own, otherNames) => {
        marks.set(own, tree * RECORD_MARKS.length);
        if (round === 0) all.set(otherNames, tree * 2);
      });
      marks[marks.length - 1] = into.length;
    };
    sections[`records.${locale}.marks`] = marks;
  }
  return { ...sections, otherNames: all };
}

/** Some records one after the other; where they begin is the first of their marks. */
interface Records {
  bytes: Uint8Array;
  marks: Uint32Array;
  otherNames: Uint32Array;
}

function recordsOf(trees: FreshTrees, locale: Locale): Map<number, Records> {
  const bytes = new GrowingBytes();
  const ends: number[] = [];
  const written = Array.from(trees.values(), (tree) => {
    const record = writeRecord(tree, locale, bytes);
    ends.push(bytes.length);
    return record;
  });
  const all = bytes.done();
  const records = written.map(({ marks, otherNames }, index) => {
    const own = all.subarray(marks[RECORD_MARKS.start], ends[index]);
    return { bytes: own, marks: Uint32Array.from(marks), otherNames: Uint32Array.from(otherNames()) };
  });
  return new Map(Array.from(trees.keys(), (tree, index) => [tree, records[index]]));
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

/** How many trees from one on follow each other as they did before. */
function followingFrom(tree: number, { before }: Base): number {
  let end = tree + 1;
  while (end < before.length && before[end] !== NO_TREE && before[end] === before[end - 1] + 1) end++;
  return end - tree;
}

interface WrittenRecord {
  /** Of its group, in their order. */
  marks: number[];
  /** Where they begin and end. */
  otherNames(): [start: number, end: number];
}

function writeRecord(tree: Tree, locale: Locale, bytes: GrowingBytes | SectionBytes): WrittenRecord {
  const pieces = toJsonPieces(tree, locale);
  const start = bytes.length;
  const link = start + linkPosition(pieces.summary, treePath(tree.slug, locale));
  bytes.append(pieces.summary);
  const summaryEnd = bytes.length;
  bytes.append(pieces.record);
  const recordEnd = bytes.length;
  bytes.append(pieces.detail);
  return {
    marks: [start, link, summaryEnd, recordEnd],
    otherNames: () => otherNamesIn(tree, pieces.detail, recordEnd),
  };
}

/** Where synonyms and common names begin and end. Their names and quotes like this stand in no text before them. */
function otherNamesIn({ synonyms, commonNames }: Tree, json: string, base: number): [start: number, end: number] {
  const names = JSON.stringify({ synonyms, commonNames }).slice(1, -1);
  const start = base + Buffer.byteLength(json.slice(0, json.indexOf(names)));
  return [start, start + Buffer.byteLength(names)];
}

/** Where the link begins, so that a public address can be put in front of it. */
function linkPosition(json: string, path: string): number {
  return Buffer.byteLength(json.slice(0, json.lastIndexOf(`"${path}"`) + 1));
}

export function writeFamilies({ keys, sets, labels }: CollectedFacet, familyNames: FamilyNames): NamedSections {
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

function familyPath(name: string, locale: Locale): string {
  return `${API_PREFIX}/trees?${new URLSearchParams({ family: name, locale })}`;
}
