// In charge of a tree that nobody looked for: any of those that a list finds, all of its pages included.

import type { ListPlace } from '../address.ts';
import { useSurroundings } from '../parts/surroundings.ts';

export function RandomTree({ place, total }: { place: ListPlace; total: number }) {
  const { texts, actions } = useSurroundings();
  return (
    <button type="button" class="quiet-button" onClick={() => actions.goToAny(place, total)}>
      {texts.random}
    </button>
  );
}
