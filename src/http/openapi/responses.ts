// In charge of the answers in the document: a success of each operation, 304, and one for each status of a problem.

import { PROBLEMS } from '../../problems.ts';
import { codesOf, problemExample } from './examples.ts';
import { type HeaderName, ON_ALL, ON_SUCCESS } from './headers.ts';
import type { ShapeName } from './shapes.ts';

const EXTRA_HEADERS: Record<number, HeaderName[]> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

export const PROBLEM_STATUSES = [...new Set(Object.values(PROBLEMS).map(({ status }) => status))].sort((a, b) => a - b);

export function success(description: string, shape: ShapeName, example: unknown) {
  return {
    description,
    headers: references([...ON_SUCCESS, 'Content-Encoding']),
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${shape}` },
        examples: { example: { value: example } },
      },
    },
  };
}

export const NOT_MODIFIED = {
  description: 'Nothing has changed since the answer with this entity tag.',
  headers: references(ON_SUCCESS),
};

/** By name, such as `Problem404`. */
export function problemResponses(base: string) {
  return Object.fromEntries(PROBLEM_STATUSES.map((status) => [nameOf(status), problemResponse(status, base)]));
}

export function problemReferences(statuses: number[]) {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]));
}

function problemResponse(status: number, base: string) {
  const codes = codesOf(status);
  return {
    description: codes.map((code) => `**${code}**: ${PROBLEMS[code].meaning} ${PROBLEMS[code].remedy}`).join('\n\n'),
    headers: references([...ON_ALL, ...(EXTRA_HEADERS[status] ?? [])]),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: PROBLEMS[code].title, value: problemExample(code, base) }]),
        ),
      },
    },
  };
}

function nameOf(status: number): string {
  return `Problem${status}`;
}

function references(names: HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
