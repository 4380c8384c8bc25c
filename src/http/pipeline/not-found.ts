// Suggests the path that was probably meant by one that leads nowhere.

import { nearest } from '../../domain/names/suggest.ts';
import { API_PREFIX } from '../../domain/vocabulary.ts';
import { OPERATIONS } from '../operations/routes.ts';
import type { Problem } from '../response/problems.ts';

const ROUTES = OPERATIONS.map(({ route }) => route);

/** A longer path is not shown again. */
const MAX_SHOWN = 100;

/** For a path under the API's prefix. */
export function routeNotFound(path: string): Problem {
  const tidy = joinPath(partsOf(path));
  const meant = isRoute(tidy) ? tidy : nearest(tidy, ROUTES);
  const hint = meant === undefined ? `The routes are ${ROUTES.join(', ')}.` : `Did you mean ${meant}?`;
  return { code: 'route-not-found', detail: `There is no such route under ${API_PREFIX}. ${hint}` };
}

/** For a path outside the API: one of the given paths, or one of the API. */
export function suggestPath(path: string, known: Iterable<string>): string | undefined {
  const parts = partsOf(path);
  const beyond = parts.findIndex((part) => part !== 'api' && !/^v\d+$/.test(part));
  const within = API_PREFIX + joinPath(parts.slice(beyond));
  return isRoute(within) ? within : nearest(joinPath(parts), known);
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function joinPath(parts: string[]): string {
  return `/${parts.join('/')}`;
}

function isRoute(path: string): boolean {
  const parts = path.split('/');
  const isMatch = (pattern: string[]) =>
    parts.length === pattern.length && pattern.every((each, at) => each === parts[at] || each.startsWith('{'));
  return path.length <= MAX_SHOWN && ROUTES.some((route) => isMatch(route.split('/')));
}
