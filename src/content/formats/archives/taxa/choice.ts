// Chooses the rows of an archive that become trees: species, or those that `--where "family=Fabaceae|Malvaceae; habit=tree"`
// selects.

import { nearest } from '../../../../domain/suggest.ts';
import { quote, trimmed } from '../../../../domain/text.ts';
import { fold } from '../../../../domain/vocabulary.ts';
import type { TableRow } from '../tables/row.ts';
import type { Taxon } from './taxon.ts';
import { rankOf, SPECIES, type StatusKind, statusOf, TREE_RANKS } from './words.ts';

const KEYS = ['family', 'genus', 'habit', 'rank', 'region', 'status'] as const;
type Key = (typeof KEYS)[number];
type Conditions = Map<Key, Set<string>>;

export interface Refusal {
  gist: string;
  message(): string;
}

/** What was written cannot be a choice; the message says what can. */
export class ChoiceError extends Error {
  override name = 'ChoiceError';
}

export class Choice {
  readonly #conditions: Conditions;
  readonly #ranks: ReadonlySet<string>;

  constructor(conditions: Conditions = new Map()) {
    this.#conditions = conditions;
    this.#ranks = conditions.get('rank') ?? new Set([SPECIES.name]);
  }

  /** Why a row is not taken, as far as the row itself tells; undefined where it is. */
  refusal(row: TableRow, rank: string, status: StatusKind): Refusal | undefined {
    if (!this.#ranks.has(rank)) return { gist: `rank ${rank}`, message: () => leftOutByRank(rank) };
    if (!this.#allows('status', [status])) return leftOut('status');
    const [family, genus] = [row.value('family'), genusOf(row)];
    if (family !== '' && !this.#allows('family', [family])) return leftOut('family');
    return genus !== '' && !this.#allows('genus', [genus]) ? leftOut('genus') : undefined;
  }

  /** The same for what only other rows tell. */
  refusalOf(taxon: Taxon): Refusal | undefined {
    if (!this.#allows('family', [taxon.family])) return leftOut('family');
    if (!this.#allows('region', taxon.distribution)) return leftOut('region');
    return this.#allows('habit', habitsOf(taxon)) ? undefined : leftOut('habit');
  }

  #allows(key: Key, values: Iterable<string>): boolean {
    const wanted = this.#conditions.get(key);
    return wanted === undefined || [...values].some((value) => wanted.has(fold(value)));
  }
}

function leftOutByRank(rank: string): string {
  return `Rows of the rank ${rank} were left out: trees are species, unless --where rank=species|${rank} is given.`;
}

function leftOut(key: Key): Refusal {
  return {
    gist: `where ${key}`,
    message: () => `Rows were left out, since --where chooses another ${key}.`,
  };
}

function genusOf(row: TableRow): string {
  return row.value('genus') || row.value('scientificName').split(/\s/)[0];
}

/** What says of what form a plant is; of several words, each counts. */
const HABITS = ['habit', 'lifeForm', 'growthForm', 'plantHabit', 'growthHabit'];

function habitsOf({ attributes }: Taxon): string[] {
  const texts = HABITS.flatMap((name) => attributes.get(name) ?? []).filter((each) => typeof each === 'string');
  return texts.flatMap((text) => [text, ...text.split(/[^\p{L}]+/u)]);
}

/** Conditions are separated by semicolons, values by bars; throws a ChoiceError. */
export function readChoice(text: string): Choice {
  const conditions: Conditions = new Map();
  for (const part of text.split(';').map(trimmed)) {
    if (part === '') continue;
    const [key, values] = readCondition(part);
    if (conditions.has(key))
      throw new ChoiceError(`${key} stands twice: separate its values with bars, as ${key}=a|b.`);
    conditions.set(key, values);
  }
  if (conditions.size === 0)
    throw new ChoiceError(`It says nothing: write for instance “family=Fabaceae|Malvaceae; habit=tree”.`);
  return new Choice(conditions);
}

function readCondition(part: string): [Key, Set<string>] {
  const equals = part.indexOf('=');
  const written = trimmed(equals === -1 ? part : part.slice(0, equals));
  const key = KEYS.find((each) => each === fold(written));
  if (!key) {
    const near = nearest(fold(written), KEYS);
    throw new ChoiceError(
      `${quote(written)} is nothing to choose by: use ${KEYS.join(', ')}.${near ? ` Did you mean ${near}?` : ''}`,
    );
  }
  const values =
    equals === -1
      ? []
      : part
          .slice(equals + 1)
          .split('|')
          .map(trimmed)
          .filter(Boolean);
  if (values.length === 0) throw new ChoiceError(`${key} has no value: write ${key}=…`);
  return [key, new Set(values.map((value) => READERS[key]?.(value) ?? fold(value)))];
}

const READERS: Partial<Record<Key, (value: string) => string>> = {
  rank(value) {
    const rank = rankOf(value);
    if (rank && rank.kind !== 'above') return rank.name;
    throw new ChoiceError(`${quote(value)} is no rank that a tree may have: use ${TREE_RANKS.join(', ')}.`);
  },
  status(value) {
    const status = statusOf(value);
    if (status === 'accepted' || status === 'doubtful') return status;
    throw new ChoiceError(`${quote(value)} is no status that a tree may have: use accepted or doubtful.`);
  },
};
