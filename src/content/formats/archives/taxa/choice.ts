// Chooses the rows of an archive that become trees: species, or what `--where "family=Fabaceae|Malvaceae; habit=tree"` selects.

import { nearest } from '../../../../domain/names/suggest.ts';
import { quote, trimmed } from '../../../../domain/text.ts';
import { fold } from '../../../../domain/vocabulary.ts';
import type { TableRow } from '../tables/row.ts';
import type { Taxon } from './taxon.ts';
import { rankOf, SPECIES, type StatusKind, statusOf, TREE_RANKS } from './words.ts';

const KEYS = ['family', 'genus', 'habit', 'rank', 'region', 'status'] as const;
type Key = (typeof KEYS)[number];
type Conditions = Map<Key, Set<string>>;

/** The message says what is wrong with `--where`, and what can be written. */
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

  /** Why a row is not chosen, as far as the row itself tells; undefined if it is. */
  refusal(row: TableRow, rank: string, status: StatusKind): string | undefined {
    if (!this.#ranks.has(rank))
      return `Rows of the rank ${rank} were left out: trees are species, unless --where rank=species|${rank} is given.`;
    const [family, genus] = [row.value('family'), genusOf(row)];
    return (
      this.#refusalBy('status', [status]) ??
      (family === '' ? undefined : this.#refusalBy('family', [family])) ??
      (genus === '' ? undefined : this.#refusalBy('genus', [genus]))
    );
  }

  /** Why a taxon is not chosen, as far as only other rows tell. */
  refusalOf(taxon: Taxon): string | undefined {
    return (
      this.#refusalBy('family', [taxon.family]) ??
      this.#refusalBy('region', taxon.distribution) ??
      this.#refusalBy('habit', habitsOf(taxon))
    );
  }

  #refusalBy(key: Key, values: Iterable<string>): string | undefined {
    const wanted = this.#conditions.get(key);
    const isChosen = wanted === undefined || [...values].some((value) => wanted.has(fold(value)));
    return isChosen ? undefined : `Rows were left out, since --where chooses another ${key}.`;
  }
}

function genusOf(row: TableRow): string {
  return row.value('genus') || row.value('scientificName').split(/\s/)[0];
}

/** Attributes that say of what form a plant is; of several words, each counts. */
const HABITS = ['habit', 'lifeForm', 'growthForm', 'plantHabit', 'growthHabit'];

function habitsOf({ attributes }: Taxon): string[] {
  const texts = HABITS.flatMap((name) => attributes.get(name) ?? []).filter((each) => typeof each === 'string');
  return texts.flatMap((text) => [text, ...text.split(/[^\p{L}]+/u)]);
}

/** Conditions are separated by semicolons, values by bars. Throws a ChoiceError. */
export function readChoice(text: string): Choice {
  const conditions: Conditions = new Map();
  for (const part of text.split(';').map(trimmed).filter(Boolean)) {
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
  const [start, ...rest] = part.split('=');
  const written = trimmed(start);
  const key = KEYS.find((each) => each === fold(written));
  if (!key) {
    const near = nearest(fold(written), KEYS);
    const hint = near ? ` Did you mean ${near}?` : '';
    throw new ChoiceError(`${quote(written)} is nothing to choose by: use ${KEYS.join(', ')}.${hint}`);
  }
  const values = rest.join('=').split('|').map(trimmed).filter(Boolean);
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
