// In charge of where a tree grows, on a map. A tree whose places are no regions of it has none.

import { regionName } from '../../../src/domain/regions/regions.ts';
import { listPlace } from '../address.ts';
import { useSurroundings } from '../parts/surroundings.ts';
import { type Atlas, useAtlas } from './atlas.ts';
import { worldIn } from './geography.ts';
import { codesOf, SHADES } from './places.ts';
import { MapShapes } from './shapes.tsx';

interface Props {
  places: readonly string[];
}

export function RangeMap({ places }: Props) {
  const { texts } = useSurroundings();
  return (
    <IfDrawn places={places}>
      {(atlas) => (
        <section class="range" aria-labelledby="range">
          <h2 id="range">{texts.rangeTitle}</h2>
          <Figure places={places} atlas={atlas} />
        </section>
      )}
    </IfDrawn>
  );
}

export function RangeFigure({ places }: Props) {
  return <IfDrawn places={places}>{(atlas) => <Figure places={places} atlas={atlas} />}</IfDrawn>;
}

type Drawn = (atlas: Atlas) => preact.JSX.Element;

/** Nothing is loaded for a tree that is not on the map of the world; what the catalogue's own has is known when it is there. */
function IfDrawn({ places, children }: Props & { children: Drawn }) {
  const { locale, ownMap } = useSurroundings();
  const isNowhere = ownMap === undefined ? codesOf(places, worldIn(locale)).size === 0 : places.length === 0;
  return isNowhere ? null : <Loaded places={places}>{children}</Loaded>;
}

function Loaded({ places, children }: Props & { children: Drawn }) {
  const atlas = useAtlas();
  return atlas.geography && codesOf(places, atlas.geography).size > 0 ? children(atlas) : null;
}

function Figure({ places, atlas }: Props & { atlas: Atlas }) {
  const { locale, actions } = useSurroundings();
  const { regions } = atlas.geography ?? { regions: [] };
  const codes = atlas.geography && codesOf(places, atlas.geography);
  const nameOf = (code: string) => regions.find((each) => each.code === code)?.name ?? code;
  const lookOf = (code: string) => {
    const isWithin = codes?.has(code);
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
      <MapShapes atlas={atlas} lookOf={lookOf} />
      <figcaption class="quiet">{names}</figcaption>
    </figure>
  );
}
