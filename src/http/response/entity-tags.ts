// In charge of entity tags: equal answers have equal ones, whoever asks.

import { hash } from 'node:crypto';

/** The tag of what is made from these and nothing else. */
export function entityTag(madeFrom: string): string {
  return hash('sha256', madeFrom, 'base64url').slice(0, 22);
}

/** The tags of answers to questions, all of them from one source: other sources give other tags. */
export class EntityTags {
  readonly source: string;
  readonly #prefix: string;

  constructor(source: string) {
    this.source = source;
    this.#prefix = entityTag(source);
  }

  /** A tag is compared only with others for the same address, so a quick hash tells questions apart well enough. */
  of(question: string): string {
    let hash = 0;
    for (let at = 0; at < question.length; at++) hash = Math.imul(hash ^ question.charCodeAt(at), 0x01000193);
    return `${this.#prefix}-${(hash >>> 0).toString(36)}`;
  }
}

/** A strong tag differs between encodings of one answer. */
export function etagHeader(tag: string, encoding: string): string {
  return encoding === 'identity' ? `"${tag}"` : `"${tag}.${encoding}"`;
}

/**
 * Which tag of `If-None-Match` names the answer, in whatever encoding the client has it; an empty text where any would do.
 * It is the client's own tag that says which of its copies still holds.
 */
export function matchingTag(ifNoneMatch: string | undefined, tag: string): string | undefined {
  const pieces = ifNoneMatch?.split('"') ?? [];
  for (let at = 0; at < pieces.length; at++) {
    // Every other piece stands between quotes.
    const isQuoted = at % 2 === 1 && at < pieces.length - 1;
    if (isQuoted && pieces[at].startsWith(tag) && SUFFIXES.includes(pieces[at].slice(tag.length)))
      return `"${pieces[at]}"`;
    if (at % 2 === 0 && pieces[at].split(',').some((each) => each.trim() === '*')) return '';
  }
  return undefined;
}

const SUFFIXES = ['', '.zstd', '.br', '.gzip'];
