// In charge of showing a setting's value to people and scripts, without the secrets in it.

import { formatRange, type Range } from '../access/address.ts';
import { EVERYBODY, EVERYONE } from '../access/coverage.ts';
import { type Location, withoutPassword } from '../store/location.ts';

export type Value = string | number | null | (string | Range)[] | Location;

/** As it would stand in JSON. */
export function plainValue(value: Value): string | number | null | string[] {
  if (value === null || typeof value === 'number') return value;
  if (typeof value === 'string') return withoutPassword(value);
  if (Array.isArray(value)) return value.map((each) => (typeof each === 'string' ? each : rangeText(each)));
  return value.kind === 'sqlite' ? `sqlite:${value.path}` : withoutPassword(value.url);
}

export function shownValue(value: Value): string {
  const plain = plainValue(value);
  if (plain === null || (Array.isArray(plain) && plain.length === 0)) return 'none';
  return Array.isArray(plain) ? plain.join(', ') : String(plain);
}

/** As it may be given. */
function rangeText(range: Range): string {
  return range === EVERYBODY ? EVERYONE : formatRange(range);
}
