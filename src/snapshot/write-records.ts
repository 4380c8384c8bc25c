// In charge of the answers' bytes: each tree's JSON in each language, kept once for summary, list and detail; families likewise.

import { type FamilyNames, type Tree, toJsonPieces, treePath } from '../domain/tree.ts';
import { API_PREFIX, fold, LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { Base } from './base.ts';
import { checkLength, type NamedSections } from './format.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { FAMILY_MARKS, MOST_RELATED, NO_TREE, RECORD_MARKS } from './layout.ts';
import type { Snapshot } from './open.ts';
import { byCodePoints } from './strings.ts';
import { mostUsedSpellings } from './write-facets.ts';

export type Step = (done: number) => void;

export function writeRecords(trees: Tree[], step: Step, longestSection: number, base?: Base): NamedSections {
  const otherNames = new Uint32Array(trees.length * 2);
  const sections: NamedSections = { otherNames };
  for (const [round, locale] of LOCALES.entries()) {
    const bytes = new GrowingBytes();
    const marks = new Uint32Array(trees.length * RECORD_MARKS.length + 1);
    for (const [number, tree] of trees.entries()) {
      const known = base?.numberOf(number);
      const written =
        base && known !== undefined
          ? copyRecord(base.snapshot, known, locale, bytes)
          : writeRecord(tree, locale, bytes);
      marks.set(written.marks, number * RECORD_MARKS.length);
      if (round === 0) otherNames.set(written.otherNames(), number * 2);
      checkLength(`records.${locale}.bytes`, bytes.length, longestSection);
      step(round * trees.length + number + 1);
    }
    marks[trees.length * RECORD_MARKS.length] = bytes.length;
    Object.assign(sections, { [`records.${locale}.bytes`]: bytes.done(), [`records.${locale}.marks`]: marks });
  }
  return sections;
}

interface WrittenRecord {
  /** Of its group, in their order. */
  marks: number[];
  /** Where they begin and end. */
  otherNames(): [start: number, end: number];
}

function writeRecord(tree: Tree, locale: Locale, bytes: GrowingBytes): WrittenRecord {
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

/** What a snapshot has of a tree, and its marks where it stands now. */
function copyRecord(
  { records, otherNames }: Snapshot,
  tree: number,
  locale: Locale,
  bytes: GrowingBytes,
): WrittenRecord {
  const at = tree * RECORD_MARKS.length;
  const marks = records[locale].marks.subarray(at, at + RECORD_MARKS.length + 1);
  const [start, end] = [marks[RECORD_MARKS.start], marks[RECORD_MARKS.length]];
  const shift = bytes.length - start;
  bytes.appendBytes(records[locale].bytes.subarray(start, end));
  return {
    marks: Array.from(marks.subarray(0, RECORD_MARKS.length), (mark) => mark + shift),
    otherNames: () => [otherNames[tree * 2] + shift, otherNames[tree * 2 + 1] + shift],
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

export function writeFamilies(trees: Tree[], familyNames: FamilyNames): NamedSections {
  const sections: NamedSections = {};
  const labels = mostUsedSpellings(
    'family',
    trees.map((tree) => tree.family),
  );
  const counts = new Map<string, number>();
  for (const tree of trees) counts.set(fold(tree.family), (counts.get(fold(tree.family)) ?? 0) + 1);
  for (const locale of LOCALES) {
    const { compare } = new Intl.Collator(locale);
    const keys = [...labels.keys()].sort(
      (a, b) => compare(labels.get(a) as string, labels.get(b) as string) || byCodePoints(a, b),
    );
    const bytes = new GrowingBytes();
    const marks = new Uint32Array(keys.length * FAMILY_MARKS.length + 1);
    for (const [index, key] of keys.entries()) {
      const name = labels.get(key) as string;
      const path = familyPath(name, locale);
      const family = { name, commonName: familyNames.get(key)?.[locale] ?? null, speciesCount: counts.get(key) };
      const json = JSON.stringify({ ...family, _links: { trees: path } });
      marks[index * FAMILY_MARKS.length + FAMILY_MARKS.start] = bytes.length;
      marks[index * FAMILY_MARKS.length + FAMILY_MARKS.link] = bytes.length + linkPosition(json, path);
      bytes.append(json);
    }
    marks[keys.length * FAMILY_MARKS.length] = bytes.length;
    Object.assign(sections, { [`families.${locale}.bytes`]: bytes.done(), [`families.${locale}.marks`]: marks });
  }
  return sections;
}

function familyPath(name: string, locale: Locale): string {
  return `${API_PREFIX}/trees?${new URLSearchParams({ family: name, locale })}`;
}

/** Each tree's relatives: those after it in its genus, then in its family, each as a ring, so that links lead to all of them. */
export function writeRelated(trees: Tree[]): NamedSections {
  const byName = trees
    .map((_, number) => number)
    .sort((a, b) => byCodePoints(trees[a].scientificName, trees[b].scientificName));
  const genera = ringsBy(byName, (number) => genusOf(trees[number]));
  const families = ringsBy(byName, (number) => fold(trees[number].family));
  const related = new Uint32Array(trees.length * MOST_RELATED).fill(NO_TREE);
  for (const number of trees.keys()) {
    const relatives = new Set<number>();
    for (const { ring, at } of [genera[number], families[number]]) {
      for (let next = 1; next < ring.length && relatives.size < MOST_RELATED; next++) {
        relatives.add(ring[(at + next) % ring.length]);
      }
    }
    related.set([...relatives], number * MOST_RELATED);
  }
  return { related };
}

function ringsBy(numbers: number[], keyOf: (number: number) => string): { ring: number[]; at: number }[] {
  const places: { ring: number[]; at: number }[] = [];
  for (const ring of Map.groupBy(numbers, keyOf).values()) {
    for (const [at, number] of ring.entries()) places[number] = { ring, at };
  }
  return places;
}

export function genusOf(tree: Tree): string {
  return fold(tree.scientificName.replaceAll('×', ' ')).split(' ')[0];
}
