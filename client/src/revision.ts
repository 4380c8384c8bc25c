// Checks revisions that the network names: callers make them part of paths.

import { UnexpectedAnswerError } from './errors.ts';

const REVISION = /^r[1-9][0-9]*$/;
const MAX_SHOWN = 100;

/** `place` says where the answer has it. */
export function checkedRevision(value: unknown, place: string, status = 200): string {
  if (typeof value === 'string' && REVISION.test(value)) return value;
  const fault = typeof value === 'string' ? `is ${quoted(value)}, which is not a revision such as r12` : 'is missing';
  throw new UnexpectedAnswerError(`${place} ${fault}. The answer is not from Sylva.`, { status });
}

export function quoted(value: string): string {
  return JSON.stringify(value.slice(0, MAX_SHOWN));
}
