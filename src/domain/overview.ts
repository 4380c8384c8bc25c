import { availableLocales, type Tree } from './tree.ts';
import { CONSERVATION_STATUSES, fold, LOCALES, MONTHS } from './vocabulary.ts';

export interface Count {
  value: string;
  count: number;
}

export interface Overview {
  trees: number;
  families: Count[];
  /** In the order of the Red List; a tree of unknown status is in none. */
  conservationStatus: Count[];
  languages: Count[];
  floweringSeason: Count[];
  fruitingSeason: Count[];
}

export function overviewOf(trees: readonly Tree[]): Overview {
  return {
    trees: trees.length,
    families: familiesOf(trees),
    conservationStatus: among(CONSERVATION_STATUSES, trees, ({ conservationStatus }) =>
      conservationStatus ? [conservationStatus] : [],
    ),
    languages: among(LOCALES, trees, availableLocales),
    floweringSeason: among(MONTHS, trees, (tree) => tree.floweringSeason),
    fruitingSeason: among(MONTHS, trees, (tree) => tree.fruitingSeason),
  };
}

function among<T extends string>(
  values: readonly T[],
  trees: readonly Tree[],
  valuesOf: (tree: Tree) => readonly T[],
): Count[] {
  const counts = new Map<T, number>(values.map((value) => [value, 0]));
  for (const tree of trees) for (const value of valuesOf(tree)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Array.from(counts, ([value, count]) => ({ value, count }));
}

/** Spellings that a filter treats as equal are one family. */
function familiesOf(trees: readonly Tree[]): Count[] {
  const families = Map.groupBy(trees, ({ family }) => fold(family)).values();
  const counts = Array.from(families, (same) => ({ value: same[0].family, count: same.length }));
  return counts.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
