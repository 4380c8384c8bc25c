// In charge of drawing the regions of a map. It is for the eye and the mouse alone: whoever shows it says the same in words.

import { useSurroundings } from '../parts/surroundings.ts';
import type { Atlas } from './atlas.ts';

export interface RegionLook {
  shade: number;
  isChosen: boolean;
  title: string;
  /** Nothing happens on a click where there is none. */
  onClick: (() => void) | undefined;
}

interface Props {
  atlas: Atlas;
  lookOf(code: string): RegionLook;
  onHover?: (code: string | undefined) => void;
}

/** Those with an outline come last, so that their neighbours do not cover it. */
export function MapShapes({ atlas: { geography, shapes }, lookOf, onHover }: Props) {
  const { texts } = useSurroundings();
  if (shapes === 'failed') return <p class="quiet">{texts.mapFailed}</p>;
  if (shapes === 'loading' || !geography) return <div class="world" />;
  const { width, height } = shapes;
  const looks = geography.regions.map(({ code }) => ({ code, ...lookOf(code) }));
  return (
    <svg
      class="world"
      viewBox={`0 0 ${width} ${height}`}
      style={{ aspectRatio: `${width} / ${height}` }}
      aria-hidden="true"
    >
      {looks
        .toSorted((a, b) => Number(a.isChosen) - Number(b.isChosen))
        .map(({ code, shade, isChosen, title, onClick }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list beside does the same for the keyboard
          <path
            key={code}
            d={shapes.regions[code]}
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
