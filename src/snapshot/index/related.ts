// Writes the relatives of each tree: those after it in its genus, then in its family. Each is a ring, so that links lead to all of them.

import { fold, LOCALES } from '../../domain/vocabulary.ts';
import type { Columns } from '../columns/columns.ts';
import { Interner } from '../columns/interner.ts';
import type { NamedSections } from '../format.ts';
import { MAX_RELATED, NO_TREE } from '../layout.ts';
import { type IdLists, inverted } from '../sections/lists.ts';
import { textsIn } from '../sections/strings.ts';
import type { Facet } from './facets.ts';

export function writeRelated({ trees, dictionaries, lists }: Columns, { values }: Facet): NamedSections {
  const { offsets, items } = lists['texts.byTree'];
  const nameOf = Uint32Array.from({ length: trees }, (_, tree) => items[offsets[tree] + LOCALES.length]);
  const names = textsIn(dictionaries.texts);
  // Ids of names are in the order of names.
  const byName = inverted(singles(nameOf), names.length).items;
  const genera = new Interner();
  const genusOf = nameOf.map((name) => genera.idOf(genusIn(names[name])));
  const familyOf = Uint32Array.from({ length: trees }, (_, tree) => values.items[values.offsets[tree]]);
  const rings = [genusOf, familyOf].map((groupOf) => new Rings(byName, groupOf));
  const related = new Uint32Array(trees * MAX_RELATED).fill(NO_TREE);
  for (let tree = 0; tree < trees; tree++) {
    const relatives = new Set<number>();
    for (const ring of rings) ring.addFollowing(tree, relatives);
    related.set([...relatives], tree * MAX_RELATED);
  }
  return { related };
}

/** The trees of each group in the order of their names. */
class Rings {
  readonly #trees: Uint32Array;
  readonly #groups: IdLists<Uint32Array>;
  readonly #groupOf: Uint32Array;
  readonly #places: Uint32Array;

  constructor(byName: Uint32Array, groupOf: Uint32Array) {
    const count = groupOf.reduce((most, group) => Math.max(most, group + 1), 0);
    this.#groupOf = groupOf;
    this.#groups = inverted(singles(byName.map((tree) => groupOf[tree])), count);
    this.#trees = this.#groups.items.map((place) => byName[place]);
    this.#places = new Uint32Array(groupOf.length);
    for (const [place, tree] of this.#trees.entries()) this.#places[tree] = place;
  }

  addFollowing(tree: number, relatives: Set<number>): void {
    const [start, end] = this.#groups.offsets.subarray(this.#groupOf[tree]);
    const [length, place] = [end - start, this.#places[tree] - start];
    for (let next = 1; next < length && relatives.size < MAX_RELATED; next++)
      relatives.add(this.#trees[start + ((place + next) % length)]);
  }
}

/** Lists of one item each. */
function singles(items: Uint32Array): IdLists {
  return { offsets: Uint32Array.from({ length: items.length + 1 }, (_, list) => list), items };
}

function genusIn(scientificName: string): string {
  return fold(scientificName.replaceAll('×', ' ')).split(' ')[0];
}
