// In charge of what every authored value must be to be served, whatever its field: of bounded depth, and of characters that
// everybody can read.

import type { Findings } from './findings.ts';
import { placeIn, type Unit } from './ledger.ts';
import { type OddCharacter, oddCharacterIn } from './text.ts';

export const MOST_LEVELS = 20;
/** What JSON needs around a value, at least. */
const FRAME = 4;

interface Seen {
  characters: number;
  isTooDeep: boolean;
  odd?: OddCharacter;
  lost?: OddCharacter;
}

/** How many characters a value has, for its size; undefined where it cannot be served, and the findings say why. */
export function checkValue(value: unknown, unit: Unit, key: string, findings: Findings): number | undefined {
  const seen: Seen = { characters: 0, isTooDeep: false };
  lookAtText(key, seen);
  look(value, 0, seen);
  const { odd, lost, isTooDeep } = seen;
  if (isTooDeep) {
    findings.error('too-deep', placeIn(unit, key), `Values are nested in each other over ${MOST_LEVELS} levels deep.`);
  }
  if (odd) {
    const place = { ...placeIn(unit, key), line: unit.lineOf(key, odd.offset) };
    findings.error('bad-character', place, `The text holds ${odd.name}, which cannot be served. Take it out.`);
  }
  if (lost) {
    const place = { ...placeIn(unit, key), line: unit.lineOf(key, lost.offset) };
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
  if (levels === MOST_LEVELS) seen.isTooDeep = true;
  else for (const value of values) look(value, levels + 1, seen);
}

function lookAtText(text: string, seen: Seen): void {
  seen.characters += text.length;
  const odd = oddCharacterIn(text);
  if (odd) seen[odd.isLostLetter ? 'lost' : 'odd'] ??= odd;
}
