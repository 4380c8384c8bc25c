// In charge of what is asked over HTTP: a list of targets for each workload, the same in every run.

import type { Tree } from '../src/domain/tree.ts';
import { random } from './random.ts';

export interface Target {
  path: string;
  headers?: Record<string, string>;
}

const LIST = '/api/v1/trees';
const TARGETS = 10_000;
const SORTS = ['title', 'scientificName', 'family', 'updatedAt'];
const MONTHS = ['january', 'abril', 'jul', '10'];

export const SAME_PAGE: Target[] = [{ path: LIST }];

export function randomDetails(trees: Tree[]): Target[] {
  const next = random(1);
  return Array.from({ length: TARGETS }, () => ({ path: detail(pick(trees, next)) }));
}

/** Pages up to the last, one to three filters, one- and two-word searches, every sort, details, families. */
export function randomMix(trees: Tree[], count = TARGETS): Target[] {
  const next = random(2);
  const kinds = [anyPage, anyPage, filtered, filtered, filtered, searched, searched, detailOf, detailOf];
  const targets = Array.from({ length: count }, () => ({ path: pick(kinds, next)(trees, next) }));
  targets[0] = { path: '/api/v1/families' };
  targets[1] = { path: '/api/v1/families?locale=es' };
  return targets;
}

type Next = () => number;

function anyPage(trees: Tree[], next: Next): string {
  return listPath({ page: String(1 + Math.floor((next() * trees.length) / 20)), ...anySort(next) }, next);
}

function filtered(trees: Tree[], next: Next): string {
  const tree = pick(trees, next);
  const filters = [
    ['family', tree.family],
    ['floweringSeason', pick(MONTHS, next)],
    ['fruitingSeason', pick(MONTHS, next)],
    ['conservationStatus', tree.conservationStatus ?? 'LC'],
    ['distribution', tree.distribution[0] ?? 'nowhere'],
    ['tag', tree.texts.en?.tags[0] ?? 'none'],
  ];
  const count = 1 + Math.floor(next() * 3);
  const start = Math.floor(next() * filters.length);
  const chosen = Array.from({ length: count }, (_, index) => filters[(start + index) % filters.length]);
  return listPath({ ...Object.fromEntries(chosen), ...anySort(next) }, next);
}

function searched(trees: Tree[], next: Next): string {
  const locale = next() < 0.5 ? 'es' : 'en';
  const words = pick(trees, next).texts[locale]?.description.split(' ') as string[];
  const word = () => pick(words, next).replace(/\W+$/, '');
  return `${LIST}?${new URLSearchParams({ search: next() < 0.5 ? word() : `${word()} ${word()}`, locale })}`;
}

function detailOf(trees: Tree[], next: Next): string {
  return detail(pick(trees, next)) + (next() < 0.5 ? '?locale=es' : '');
}

function anySort(next: Next): Record<string, string> {
  return { sort: pick(SORTS, next), order: next() < 0.5 ? 'asc' : 'desc' };
}

function listPath(parameters: Record<string, string>, next: Next): string {
  const locale: Record<string, string> = next() < 0.5 ? { locale: 'es' } : {};
  return `${LIST}?${new URLSearchParams({ ...parameters, ...locale })}`;
}

function detail({ slug }: Tree): string {
  return `${LIST}/${slug}`;
}

function pick<T>(values: readonly T[], next: Next): T {
  return values[Math.floor(next() * values.length)];
}
