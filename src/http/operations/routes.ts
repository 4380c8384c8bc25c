// Lists the operations, in the order of the OpenAPI document, and finds the one for a path. The site has its own table.

import { API_PREFIX } from '../../domain/vocabulary.ts';
import { findTextFault } from '../query/parameters.ts';
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

/** The route of a request that is refused before routing, for log and metrics. */
export const ANY_ROUTE = `${API_PREFIX}/*`;

interface Match {
  operation: Operation;
  /** In canonical form. */
  path: string;
  slug: string;
  faults: Fault[];
}

export function isUnderApi(target: string): boolean {
  if (!target.startsWith(API_PREFIX)) return false;
  const next = target[API_PREFIX.length];
  return next === undefined || next === '/' || next === '?';
}

const SLUG = '{slug}';

export function hasSlug(route: string): boolean {
  return route.endsWith(SLUG);
}

const byPath = new Map(OPERATIONS.map((operation) => [operation.route, operation]));

export function matchRoute(path: string): Match | undefined {
  const exact = byPath.get(path);
  if (exact && !hasSlug(path)) return { operation: exact, path, slug: '', faults: [] };
  const start = path.lastIndexOf('/') + 1;
  const [parent, segment] = [path.slice(0, start), path.slice(start)];
  const operation = byPath.get(parent + SLUG);
  if (!operation || segment === '') return undefined;
  const slug = decodePart(segment);
  const fault = slug === undefined ? BROKEN_ENCODING : findTextFault(slug);
  const faults = fault ? [{ parameter: 'slug', value: echo(slug ?? segment), message: fault }] : [];
  return { operation, path: parent + encodeURIComponent(slug ?? ''), slug: slug ?? '', faults };
}
