// In charge of choosing trees to compare, one by one, from whatever page they are met on.

import { Link } from '../parts/link.tsx';
import { ScientificName } from '../parts/scientific.tsx';
import { useSurroundings } from '../parts/surroundings.ts';
import { type KeptTree, TO_COMPARE, useKept } from './kept-trees.ts';
import { COMPARE_TEXTS } from './texts.ts';

/** A fifth takes the place of the first. */
function toggle({ slug, scientificName }: KeptTree, isChosen: boolean): void {
  const others = TO_COMPARE.without(slug);
  TO_COMPARE.keep(isChosen ? others : [...others, { slug, scientificName }].slice(-TO_COMPARE.most));
}

/** A sign alone where there is little room. */
export function CompareButton({ tree, isSmall = false }: { tree: KeptTree; isSmall?: boolean }) {
  const { locale } = useSurroundings();
  const texts = COMPARE_TEXTS[locale];
  const isChosen = useKept(TO_COMPARE).some(({ slug }) => slug === tree.slug);
  return (
    <button
      type="button"
      class="compare-button"
      lang={locale}
      aria-pressed={isChosen}
      title={texts.addOf(tree.scientificName)}
      aria-label={texts.addOf(tree.scientificName)}
      onClick={() => toggle(tree, isChosen)}
    >
      <span aria-hidden="true">{isChosen ? '✓' : '+'}</span>
      {!isSmall && ` ${texts.add}`}
    </button>
  );
}

export function Basket() {
  const { locale } = useSurroundings();
  const texts = COMPARE_TEXTS[locale];
  const trees = useKept(TO_COMPARE);
  if (trees.length === 0) return null;
  const slugs = trees.map(({ slug }) => slug);
  return (
    <aside class="basket" aria-label={texts.basket}>
      {trees.map((tree) => (
        <button
          key={tree.slug}
          type="button"
          class="chip"
          aria-label={texts.remove(tree.scientificName)}
          onClick={() => toggle(tree, true)}
        >
          <ScientificName name={tree.scientificName} /> <span aria-hidden="true">×</span>
        </button>
      ))}
      {trees.length > 1 ? (
        <Link to={{ view: 'compare', locale, slugs }} class="basket-go">
          {texts.go(trees.length)}
        </Link>
      ) : (
        <span class="quiet">{texts.one}</span>
      )}
      <button type="button" class="quiet-button" onClick={() => TO_COMPARE.keep([])}>
        {texts.clear}
      </button>
    </aside>
  );
}
