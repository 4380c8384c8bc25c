// In charge of paths that lead nowhere: which one was probably meant.

import { nearest } from '../../domain/suggest.ts';
import { API_PREFIX } from '../../domain/vocabulary.ts';
import { OPERATIONS } from '../operations/routes.ts';
import type { Problem } from '../response/problems.ts';

const ROUTES = OPERATIONS.map(({ route }) => route);

/** A longer path is not shown again. */
const LONGEST_SHOWN = 100;

/** The answer to a path under the API's prefix that is no route. */
export function routeNotFound(path: string): Problem {
  const tidy = tidyPath(path);
  const meant = isRoute(tidy) ? tidy : nearest(tidy, ROUTES);
  const hint = meant === undefined ? `The routes are ${ROUTES.join(', ')}.` : `Did you mean ${meant}?`;
  return { code: 'route-not-found', detail: `There is no such route under ${API_PREFIX}. ${hint}` };
}

/** The path that was meant by one outside the API: a known one, or one of the API. */
export function meantPath(path: string, known: Iterable<string>): string | undefined {
  const parts = partsOf(path);
  const beyond = parts.findIndex((part) => part !== 'api' && !/^v\d+$/.test(part));
  const within = [API_PREFIX, ...parts.slice(beyond)].join('/');
  return isRoute(within) ? within : nearest(tidyPath(path), known);
}

/** Without slashes that follow another or end it. */
function tidyPath(path: string): string {
  return `/${partsOf(path).join('/')}`;
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function isRoute(path: string): boolean {
  return path.length <= LONGEST_SHOWN && ROUTES.some((route) => fits(path.split('/'), route.split('/')));
}

function fits(parts: string[], pattern: string[]): boolean {
  return parts.length === pattern.length && pattern.every((each, at) => each === parts[at] || each.startsWith('{'));
}
