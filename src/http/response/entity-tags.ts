import { hash } from 'node:crypto';

/** Equal sources have equal tags. */
export function entityTag(source: string): string {
  return hash('sha256', source, 'base64url').slice(0, 22);
}

/** A strong tag differs between encodings of one response. */
export function formatEtag(tag: string, encoding: string): string {
  return encoding === 'identity' ? `"${tag}"` : `"${tag}.${encoding}"`;
}

/** Returns the entry of `If-None-Match` that names the response in any encoding; an empty string for `*`. */
export function matchingTag(ifNoneMatch: string | undefined, tag: string): string | undefined {
  const parts = ifNoneMatch?.split('"') ?? [];
  for (let at = 0; at < parts.length; at++) {
    const isQuoted = at % 2 === 1 && at < parts.length - 1;
    if (isQuoted && parts[at].startsWith(tag) && SUFFIXES.includes(parts[at].slice(tag.length)))
      return `"${parts[at]}"`;
    if (at % 2 === 0 && parts[at].split(',').some((each) => each.trim() === '*')) return '';
  }
  return undefined;
}

const SUFFIXES = ['', '.zstd', '.br', '.gzip'];
