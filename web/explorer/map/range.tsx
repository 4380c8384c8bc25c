// In charge of where a tree grows, on a map. A tree whose places are no regions of the world has none.

import { REGIONS, regionName } from '../../../src/domain/regions.ts';
import { listPlace } from '../address.ts';
import { useSurroundings } from '../parts/surroundings.ts';
import { codesOf, SHADES } from './places.ts';
import { WorldShapes } from './shapes.tsx';

export function RangeMap({ places }: { places: readonly string[] }) {
  const { texts } = useSurroundings();
  if (codesOf(places).size === 0) return null;
  return (
    <section class="range" aria-labelledby="range">
      <h2 id="range">{texts.rangeTitle}</h2>
      <RangeFigure places={places} />
    </section>
  );
}

export function RangeFigure({ places }: { places: readonly string[] }) {
  const { locale, actions } = useSurroundings();
  const codes = codesOf(places);
  if (codes.size === 0) return null;
  const nameOf = (code: string) => REGIONS.find((each) => each.code === code)?.names[locale] ?? code;
  const lookOf = (code: string) => {
    const isWithin = codes.has(code);
    const toOthers = () => actions.go(listPlace(locale, { distribution: [nameOf(code)] }));
    return {
      shade: isWithin ? SHADES : 0,
      isChosen: false,
      title: nameOf(code),
      onClick: isWithin ? toOthers : undefined,
    };
  };
  const names = new Intl.ListFormat(locale).format(places.map((place) => regionName(place, locale)));
  return (
    <figure class="map">
      <WorldShapes lookOf={lookOf} />
      <figcaption class="quiet">{names}</figcaption>
    </figure>
  );
}
