// In charge of refusals as people see them: a page in place of the one that they asked for, and whom to show it.

import { PROBLEMS } from '../problems.ts';
import { escapeHtml, plainPage } from './plain-page.ts';
import type { Problem } from './problem.ts';

/** No browser sends a longer header. */
const LONGEST_ACCEPT = 1_000;
const DEEPEST = 20;
const PROBLEM_TYPES = ['application/problem+json', 'application/json', 'application/*'];

/** Whether a client names pages, and nothing that it likes as much is what a program reads. */
export function prefersPage(accept: string | undefined): boolean {
  if (accept === undefined || accept.length > LONGEST_ACCEPT) return false;
  const weights = new Map(accept.toLowerCase().split(',').map(weightOf));
  const page = weights.get('text/html') ?? 0;
  const problem = Math.max(...PROBLEM_TYPES.map((type) => weights.get(type) ?? 0));
  return page > problem && page >= (weights.get('*/*') ?? 0);
}

function weightOf(element: string): [string, number] {
  const [type, ...parameters] = element.split(';').map((part) => part.trim());
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
  return [type, weight === undefined ? 1 : Number(weight) || 0];
}

export function refusalPage({ code, detail }: Problem, path: string, requestId: string, hasDocs: boolean): string {
  const { status, title, remedy } = PROBLEMS[code];
  const root = rootFrom(path);
  const docs = `<p><a href="${root}">The explorer</a> · <a href="${root}docs">The reference of the API</a></p>\n`;
  const content = `<p class="status">HTTP status ${status} · <code>${code}</code></p>
<h1>${title}</h1>
<p>${escapeHtml(detail)}</p>
<p>${escapeHtml(remedy)}</p>
${hasDocs ? docs : ''}<p><a href="${root}problems/${code}">More on this problem</a></p>
<p class="status">The maintainers find this request by its id, <code>${requestId}</code>.</p>`;
  return plainPage({ title, root, content });
}

/** The way from a path to the service's root. Nobody is sent more of it for a path of thousands of slashes. */
function rootFrom(path: string): string {
  const above = path.split('/').length - 2;
  if (above > DEEPEST) return '/';
  return above > 0 ? '../'.repeat(above) : './';
}
