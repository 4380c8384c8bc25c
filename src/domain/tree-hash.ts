// Hashes content: equal content has an equal hash, in whichever order it was read.

import { hash } from 'node:crypto';
import { FACT_NAMES, TEXT_NAMES } from './fields/fields.ts';
import type { RegionMap } from './regions/region-map.ts';
import type { FamilyNames, Tree } from './tree.ts';
import { LOCALES } from './vocabulary.ts';

const ALGORITHM = 'blake2b512';
const HASH_LENGTH = 32;
const CONTENT_HASH_LENGTH = 64;

/** The JSON that the store keeps. Its fields follow the table of fields, so equal trees have equal texts. */
export function treeText(tree: Tree): string {
  const texts: Tree['texts'] = {};
  for (const locale of LOCALES) {
    const text = tree.texts[locale];
    if (text) texts[locale] = pick(text, [...TEXT_NAMES, 'attributes']);
  }
  return JSON.stringify({ slug: tree.slug, ...pick(tree, FACT_NAMES), texts });
}

export function pick<T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}

export function hashText(text: string): string {
  return hash(ALGORITHM, text).slice(0, HASH_LENGTH);
}

/** The hash of a tree as exports show it, with the common names of its family. */
export function versionHash(treeHash: string, familyNames: Partial<Record<string, string>> = {}): string {
  const names = LOCALES.map((locale) => familyNames[locale] ?? null);
  return names.every((name) => name === null) ? treeHash : hashText(`${treeHash}${JSON.stringify(names)}`);
}

/** The families that have common names as JSON, sorted by folded name. */
export function familiesText(families: FamilyNames): string {
  const entries = Array.from(families, ([key, names]) => [key, pick(names, LOCALES)] as const);
  const named = entries.filter(([, names]) => Object.values(names).some((name) => name !== undefined));
  return JSON.stringify(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `versionHashes` has one hash per slug; they include the names of families. */
export function contentHash(slugs: Iterable<string>, versionHashes: Iterable<string>, map?: RegionMap): string {
  const hashes = [...versionHashes];
  const lines = Array.from(slugs, (slug, index) => `${slug} ${hashes[index]}`).sort();
  const text = [...lines, JSON.stringify(map ?? null)].join('\n');
  return hash(ALGORITHM, text).slice(0, CONTENT_HASH_LENGTH);
}
