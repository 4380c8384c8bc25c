// Guesses what was meant by an unknown parameter or an invalid value.

import { nearest } from '../../domain/names/suggest.ts';
import { MONTH_NAMES, words } from '../../domain/vocabulary.ts';

/** What other services call a parameter, in lower case and without hyphens and underscores. */
const SYNONYMS = {
  search: 'q query keyword keywords name term text',
  pageSize: 'limit perpage pagesize size count rows take',
  page: 'offset skip start cursor pagenumber',
  locale: 'lang language hl lng',
  conservationStatus: 'status iucn iucnstatus redlist conservationstatus',
  distribution: 'region country location native',
  sort: 'sortby orderby',
  order: 'direction dir sortorder sortdirection',
  floweringSeason: 'flowering bloom flowers',
  fruitingSeason: 'fruiting fruit fruits',
};
const bySynonym = new Map(
  Object.entries(SYNONYMS).flatMap(([name, others]) => others.split(' ').map((each) => [each, name] as const)),
);

const KEY_NAMES = new Set(['key', 'apikey', 'xapikey', 'token', 'accesstoken', 'authorization']);
const MAX_NAME_LENGTH = 30;

export function hintForName(name: string, allowed: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const plain = name.toLowerCase().replace(/[-_]/g, '');
  if (KEY_NAMES.has(plain)) return 'send the key in the header X-API-Key';
  const synonym = bySynonym.get(plain);
  const meant = synonym && allowed.includes(synonym) ? synonym : nearest(name, allowed);
  return meant && `did you mean ${meant}?`;
}

/** The number in a text with leading zeros. */
export function withoutZeros(text: string): string | undefined {
  return /^0\d*$/.test(text) ? String(Number(text)) : undefined;
}

export function guessMonth(text: string): string | undefined {
  const [word = ''] = words(text);
  const begun = word.length < 3 ? undefined : MONTH_NAMES.find((name) => name.startsWith(word));
  return begun ?? nearest(word, MONTH_NAMES);
}
