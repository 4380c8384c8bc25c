// In charge of drawing the regions of the world. It is for the eye and the mouse alone: whoever shows it says the same in words.

import { REGIONS } from '../../../src/domain/regions.ts';
import { useSurroundings } from '../parts/surroundings.ts';
import { useWorld } from './world.ts';

export interface RegionLook {
  shade: number;
  isChosen: boolean;
  title: string;
  /** Nothing happens on a click where there is none. */
  onClick: (() => void) | undefined;
}

interface Props {
  lookOf(code: string): RegionLook;
  onHover?: (code: string | undefined) => void;
}

/** Those with an outline come last, so that their neighbours do not cover it. */
export function WorldShapes({ lookOf, onHover }: Props) {
  const { texts } = useSurroundings();
  const world = useWorld();
  if (world === 'failed') return <p class="quiet">{texts.mapFailed}</p>;
  if (world === 'loading') return <div class="world" />;
  const looks = REGIONS.map(({ code }) => ({ code, ...lookOf(code) }));
  return (
    <svg class="world" viewBox={`0 0 ${world.width} ${world.height}`} aria-hidden="true">
      {looks
        .toSorted((a, b) => Number(a.isChosen) - Number(b.isChosen))
        .map(({ code, shade, isChosen, title, onClick }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list beside does the same for the keyboard
          <path
            key={code}
            d={world.regions[code]}
            class={`region shade-${shade}${isChosen ? ' is-chosen' : ''}${onClick ? ' is-active' : ''}`}
            data-region={code}
            onClick={onClick}
            onMouseEnter={() => onHover?.(code)}
            onMouseLeave={() => onHover?.(undefined)}
          >
            <title>{title}</title>
          </path>
        ))}
    </svg>
  );
}
