// In charge of the operations: one table, in the order of the document. Whatever else knows a route takes it from here; the
// pages beside the API have a table of their own in site/pages.ts.

import { API_PREFIX } from '../../domain/vocabulary.ts';
import { wrongText } from '../query/parameters.ts';
import { BROKEN_ENCODING, decodePart, echo } from '../query/parsed-query.ts';
import type { Fault } from '../response/problems.ts';
import { exportTrees } from './export-trees.ts';
import { getMap } from './get-map.ts';
import { getTree } from './get-tree.ts';
import { listChanges } from './list-changes.ts';
import { listFamilies } from './list-families.ts';
import { listTrees } from './list-trees.ts';
import { matchNames } from './match-names.ts';
import type { Operation } from './operation.ts';

export const OPERATIONS: readonly Operation[] = [
  listTrees,
  getTree,
  listFamilies,
  getMap,
  matchNames,
  listChanges,
  exportTrees,
];

/** The label of what is refused before its route is looked at. */
export const ANY_ROUTE = `${API_PREFIX}/*`;

export interface Match {
  operation: Operation;
  /** The path in its canonical form. */
  path: string;
  slug: string;
  faults: Fault[];
}

/** Whether a target is under the API, be there anything or not. */
export function isUnderApi(target: string): boolean {
  if (!target.startsWith(API_PREFIX)) return false;
  const next = target[API_PREFIX.length];
  return next === undefined || next === '/' || next === '?';
}

const NAME = /^(.*\/)\{(\w+)\}$/;

/** The name that a route has in braces. */
export function nameIn(route: string): string | undefined {
  return NAME.exec(route)?.[2];
}

const byPath = new Map(OPERATIONS.filter(({ route }) => !nameIn(route)).map((each) => [each.route, each]));
const named = OPERATIONS.flatMap((operation) => {
  const [, prefix, name] = NAME.exec(operation.route) ?? [];
  return name ? [{ operation, prefix, name }] : [];
});

export function matchRoute(path: string): Match | undefined {
  const operation = byPath.get(path);
  if (operation) return { operation, path, slug: '', faults: [] };
  const found = named.find(({ prefix }) => path.startsWith(prefix) && path.length > prefix.length);
  const segment = found ? path.slice(found.prefix.length) : '';
  if (!found || segment.includes('/')) return undefined;
  const slug = decodePart(segment);
  const wrong = slug === undefined ? BROKEN_ENCODING : wrongText(slug);
  const faults = wrong ? [{ parameter: found.name, value: echo(slug ?? segment), message: wrong }] : [];
  return { operation: found.operation, path: found.prefix + encodeURIComponent(slug ?? ''), slug: slug ?? '', faults };
}
