// In charge of how many trees of a list grow in each region: as a map, where a click narrows the list, and as a list that says
// and does the same.

import { useState } from 'preact/hooks';
import type { FacetCount } from '../../../client/src/index.ts';
import type { ListPlace } from '../address.ts';
import { useSurroundings } from '../parts/surroundings.ts';
import { type Atlas, useAtlas } from './atlas.ts';
import type { Geography, Named } from './geography.ts';
import { type Counted, codesOf, countsByRegion, legendOf, shadeOf, withRegion } from './places.ts';
import { MapShapes } from './shapes.tsx';

interface Props {
  place: ListPlace;
  /** How many trees each place would give. */
  counts: readonly FacetCount[];
}

export function RichnessMap(props: Props) {
  const { texts } = useSurroundings();
  const atlas = useAtlas();
  return (
    <section class="richness" aria-label={texts.mapTitle}>
      {atlas.geography ? (
        <Richness {...props} atlas={atlas} geography={atlas.geography} />
      ) : (
        <MapShapes atlas={atlas} lookOf={notYet} />
      )}
    </section>
  );
}

const notYet = () => ({ shade: 0, isChosen: false, title: '', onClick: undefined });

function Richness({ place, counts, atlas, geography }: Props & { atlas: Atlas; geography: Geography }) {
  const { texts, actions, number } = useSurroundings();
  const { regions } = geography;
  const [hovered, setHovered] = useState<string>();
  const byRegion = countsByRegion(counts, geography);
  const highest = Math.max(1, ...regions.map(({ code }) => byRegion.get(code)?.count ?? 0));
  const chosen = codesOf(place.filters.distribution, geography);
  const titleOf = (code: string) => {
    const count = byRegion.get(code)?.count ?? 0;
    const name = regions.find((each) => each.code === code)?.name ?? code;
    return texts.regionCount(name, count, number(count));
  };
  const lookOf = (code: string) => {
    const counted = byRegion.get(code);
    const isChosen = chosen.has(code);
    const toggle = () => actions.go(withRegion(place, code, counted, geography), { keepsFocus: true });
    return {
      shade: shadeOf(counted?.count ?? 0, highest),
      isChosen,
      title: titleOf(code),
      onClick: counted || isChosen ? toggle : undefined,
    };
  };
  return (
    <>
      <figure class="map">
        <MapShapes atlas={atlas} lookOf={lookOf} onHover={setHovered} />
        <figcaption>
          <Legend highest={highest} />
          <p class="map-hint" aria-hidden="true">
            {hovered ? titleOf(hovered) : texts.mapHint}
          </p>
        </figcaption>
      </figure>
      <details class="region-list">
        <summary>{texts.asList}</summary>
        <RegionList place={place} byRegion={byRegion} geography={geography} />
      </details>
    </>
  );
}

function Legend({ highest }: { highest: number }) {
  const { texts, number } = useSurroundings();
  return (
    <ul class="map-legend" aria-label={texts.mapLegend}>
      {legendOf(highest).map(({ shade, from, to }) => (
        <li key={shade} class={`shade-${shade}`}>
          {from === to ? number(from) : `${number(from)}–${number(to)}`}
        </li>
      ))}
    </ul>
  );
}

interface ListProps {
  place: ListPlace;
  byRegion: ReadonlyMap<string, Counted>;
  geography: Geography;
}

function RegionList({ place, byRegion, geography }: ListProps) {
  const { regions, continents, codeOf, within } = geography;
  const named = new Set(place.filters.distribution.map(codeOf));
  const isShown = ({ code }: Named) => byRegion.has(code) || named.has(code);
  const optionOf = (each: Named) => (
    <RegionOption
      {...each}
      place={place}
      geography={geography}
      counted={byRegion.get(each.code)}
      isChosen={named.has(each.code)}
    />
  );
  const listOf = (some: readonly Named[]) => (
    <ul>
      {some.filter(isShown).map((region) => (
        <li key={region.code}>{optionOf(region)}</li>
      ))}
    </ul>
  );
  if (continents.length === 0) return <div class="continents">{listOf(regions)}</div>;
  const groups = continents.map((continent) => {
    const codes = within(continent.code);
    return { continent, regions: regions.filter(({ code }) => codes.includes(code)) };
  });
  return (
    <ul class="continents">
      {groups
        .filter((each) => isShown(each.continent) || each.regions.some(isShown))
        .map((each) => (
          <li key={each.continent.code}>
            {optionOf(each.continent)}
            {listOf(each.regions)}
          </li>
        ))}
    </ul>
  );
}

interface OptionProps extends Named {
  place: ListPlace;
  geography: Geography;
  counted: Counted | undefined;
  isChosen: boolean;
}

function RegionOption({ place, geography, code, name, counted, isChosen }: OptionProps) {
  const { actions, number } = useSurroundings();
  const toggle = () => actions.go(withRegion(place, code, counted, geography), { keepsFocus: true });
  return (
    <label class="option">
      <input type="checkbox" checked={isChosen} onChange={toggle} />
      <span class="option-name">{name}</span>
      {counted && <span class="count">{number(counted.count)}</span>}
    </label>
  );
}
