// In charge of trees that this browser keeps in mind, in all its tabs: those to be compared, those that were seen. Only what
// names them, which stands in the browser's history as well.

import { useEffect, useState } from 'preact/hooks';

export interface KeptTree {
  slug: string;
  /** The same in every language. */
  scientificName: string;
}

/** A browser may forbid storage: they then last as long as the page. */
const inMemory = new Map<string, string>();

export class KeptTrees {
  readonly #name: string;
  readonly #most: number;
  readonly #told = new EventTarget();

  constructor(name: string, most: number) {
    this.#name = name;
    this.#most = most;
  }

  get most(): number {
    return this.#most;
  }

  /** What cannot be understood is none. */
  read(): KeptTree[] {
    try {
      return treesIn(JSON.parse(this.#text())).slice(0, this.#most);
    } catch {
      return [];
    }
  }

  keep(trees: readonly KeptTree[]): void {
    const text = JSON.stringify(trees.slice(0, this.#most));
    inMemory.set(this.#name, text);
    try {
      if (trees.length === 0) localStorage.removeItem(this.#name);
      else localStorage.setItem(this.#name, text);
    } catch {
      // It is in memory all the same.
    }
    this.#told.dispatchEvent(new Event('kept'));
  }

  without(slug: string): KeptTree[] {
    return this.read().filter((tree) => tree.slug !== slug);
  }

  #text(): string {
    try {
      return localStorage.getItem(this.#name) ?? '[]';
    } catch {
      return inMemory.get(this.#name) ?? '[]';
    }
  }

  /** `storage` is told of what other tabs keep. */
  watch(onChange: () => void): () => void {
    this.#told.addEventListener('kept', onChange);
    addEventListener('storage', onChange);
    return () => {
      this.#told.removeEventListener('kept', onChange);
      removeEventListener('storage', onChange);
    };
  }
}

function treesIn(value: unknown): KeptTree[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: Partial<KeptTree> | null) => {
    const { slug, scientificName } = each ?? {};
    return typeof slug === 'string' && typeof scientificName === 'string' ? [{ slug, scientificName }] : [];
  });
}

export function useKept(kept: KeptTrees): KeptTree[] {
  const [trees, setTrees] = useState(() => kept.read());
  useEffect(() => kept.watch(() => setTrees(kept.read())), [kept]);
  return trees;
}

export const MOST_COMPARED = 4;
export const TO_COMPARE = new KeptTrees('sylva-compare', MOST_COMPARED);
