// In charge of what somebody probably meant whose request was nearly right: a parameter, or its value.

import { nearest } from '../suggest.ts';
import { MONTH_NAMES, words } from '../vocabulary.ts';

/** What other services call a parameter, in lower case and without hyphens and underscores. */
const OTHER_NAMES = [
  ['search', 'q query keyword keywords name term text'],
  ['pageSize', 'limit perpage pagesize size count rows take'],
  ['page', 'offset skip start cursor pagenumber'],
  ['locale', 'lang language hl lng'],
  ['conservationStatus', 'status iucn iucnstatus redlist conservationstatus'],
  ['distribution', 'region country location native'],
  ['sort', 'sortby orderby'],
  ['order', 'direction dir sortorder sortdirection'],
  ['floweringSeason', 'flowering bloom flowers'],
  ['fruitingSeason', 'fruiting fruit fruits'],
];
const byOtherName = new Map(
  OTHER_NAMES.flatMap(([name, others]) => others.split(' ').map((each) => [each, name] as const)),
);

const KEY_NAMES = new Set(['key', 'apikey', 'xapikey', 'token', 'accesstoken', 'authorization']);
const LONGEST_NAME = 30;

/** What to say of a parameter that an operation does not have, after a semicolon. */
export function hintForName(name: string, allowed: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const plain = name.toLowerCase().replaceAll('-', '').replaceAll('_', '');
  if (KEY_NAMES.has(plain)) return 'send the key in the header X-API-Key';
  const other = byOtherName.get(plain);
  const meant = other && allowed.includes(other) ? other : nearest(name, allowed);
  return meant && `did you mean ${meant}?`;
}

/** The number of a text that has zeros before it. */
export function withoutZeros(text: string): string | undefined {
  return /^0\d*$/.test(text) ? String(Number(text)) : undefined;
}

/** The month that a text is the beginning of, or nearly is. */
export function meantMonth(text: string): string | undefined {
  const [word = ''] = words(text);
  const begun = word.length < 3 ? undefined : MONTH_NAMES.find((name) => name.startsWith(word));
  return begun ?? nearest(word, MONTH_NAMES);
}
