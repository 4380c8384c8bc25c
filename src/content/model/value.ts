// Checks what every value must be to be served, whatever its field: not nested too deep, of characters that everybody can read,
// and of numbers that are served as written.

import { type OddCharacter, oddCharacterIn } from '../../domain/text.ts';
import type { Findings } from '../source/findings.ts';
import { placeIn, type Unit } from '../source/units.ts';

export const MAX_LEVELS = 20;
/** What stands for a letter that was lost in an earlier conversion. */
const LOST_LETTER = '\ufffd';
/** A number, or what JSON needs around another value. */
const FRAME = 10;

interface Seen {
  characters: number;
  isTooDeep: boolean;
  odd: OddCharacter | undefined;
  /** Where a letter was lost. */
  lostAt: number;
}

/** How many characters a value has, for its size; undefined where it cannot be served, and the findings say why. */
export function checkValue(value: unknown, unit: Unit, key: string, findings: Findings): number | undefined {
  const seen: Seen = { characters: 0, isTooDeep: false, odd: undefined, lostAt: -1 };
  lookAtText(key, seen);
  look(value, 0, seen);
  const { odd, lostAt, isTooDeep } = seen;
  if (isTooDeep) {
    findings.error('too-deep', placeIn(unit, key), `Values are nested in each other over ${MAX_LEVELS} levels deep.`);
  }
  if (odd) {
    const place = { ...placeIn(unit, key), line: unit.lineOf(key, odd.offset) };
    findings.error('bad-character', place, `The text holds ${odd.name}, which cannot be served. Take it out.`);
  }
  if (lostAt !== -1) {
    const place = { ...placeIn(unit, key), line: unit.lineOf(key, lostAt) };
    findings.warn('lost-letter', place, 'The text holds �, the sign of a letter that an earlier program lost.');
  }
  return isTooDeep || odd ? undefined : seen.characters;
}

function look(value: unknown, levels: number, seen: Seen): void {
  seen.characters += FRAME;
  if (typeof value === 'string') lookAtText(value, seen);
  else if (Array.isArray(value)) lookInside(value, levels, seen);
  else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) lookAtText(key, seen);
    lookInside(Object.values(value), levels, seen);
  }
}

function lookInside(values: unknown[], levels: number, seen: Seen): void {
  if (levels === MAX_LEVELS) seen.isTooDeep = true;
  else for (const value of values) look(value, levels + 1, seen);
}

function lookAtText(text: string, seen: Seen): void {
  seen.characters += text.length;
  seen.odd ??= oddCharacterIn(text);
  if (seen.lostAt === -1) seen.lostAt = text.indexOf(LOST_LETTER);
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** Whether JSON shows the number as it was written: not 0042, 1.10, 0x1F or 1e400. */
export function printsBack(written: string, value: number): boolean {
  return Number.isFinite(value) && String(value) === written;
}

/** Whether the number is the written one to its last digit, in whatever form: 1.10 and 1.1 are one number. -0 is served as 0. */
export function isExact(written: string, value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0) && normalForm(written) === normalForm(String(value));
}

function normalForm(written: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] = DECIMAL.exec(written) ?? [];
  const digits = `${whole}${fraction}`;
  const first = digits.search(/[1-9]/);
  if (first === -1) return '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  const power = Number(exponent) - fraction.length + digits.length - end;
  return `${sign === '-' ? '-' : ''}${digits.slice(first, end)}e${power}`;
}
