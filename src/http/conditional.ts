// In charge of entity tags: equal answers have equal ones, whoever asks.

import { hash } from 'node:crypto';

/** The tag of what is made from these and nothing else. */
export function entityTag(...madeFrom: string[]): string {
  return hash('sha256', madeFrom.join('\n'), 'base64url').slice(0, 22);
}

/** A strong tag differs between encodings of one answer. */
export function etagHeader(tag: string, encoding: string): string {
  return encoding === 'identity' ? `"${tag}"` : `"${tag}.${encoding}"`;
}

/** Whether `If-None-Match` names the answer, in whatever encoding the client has it. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((each) => {
    const [, name] = /^\s*(?:W\/)?"([^"]*?)(?:\.(?:zstd|br|gzip))?"\s*$/.exec(each) ?? [];
    return name === tag || each.trim() === '*';
  });
}
