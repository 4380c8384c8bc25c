// In charge of how many trees of a list grow in each region: as a map, where a click narrows the list, and as a list that says
// and does the same.

import { useState } from 'preact/hooks';
import type { FacetCount } from '../../../client/src/index.ts';
import { CONTINENTS, findRegion, REGIONS } from '../../../src/domain/regions.ts';
import type { ListPlace } from '../address.ts';
import { useSurroundings } from '../parts/surroundings.ts';
import { type Counted, codesOf, countsByRegion, legendOf, shadeOf, withRegion } from './places.ts';
import { WorldShapes } from './shapes.tsx';

interface Props {
  place: ListPlace;
  /** How many trees each place would give. */
  counts: readonly FacetCount[];
}

export function RichnessMap({ place, counts }: Props) {
  const { texts, locale, actions, number } = useSurroundings();
  const [hovered, setHovered] = useState<string>();
  const byRegion = countsByRegion(counts);
  const highest = Math.max(1, ...REGIONS.map(({ code }) => byRegion.get(code)?.count ?? 0));
  const chosen = codesOf(place.filters.distribution);
  const titleOf = (code: string) => {
    const count = byRegion.get(code)?.count ?? 0;
    const name = REGIONS.find((each) => each.code === code)?.names[locale] ?? code;
    return texts.regionCount(name, count, number(count));
  };
  const lookOf = (code: string) => {
    const counted = byRegion.get(code);
    const isChosen = chosen.has(code);
    const toggle = () => actions.go(withRegion(place, code, counted), { keepsFocus: true });
    return {
      shade: shadeOf(counted?.count ?? 0, highest),
      isChosen,
      title: titleOf(code),
      onClick: counted || isChosen ? toggle : undefined,
    };
  };
  return (
    <section class="richness" aria-label={texts.mapTitle}>
      <figure class="map">
        <WorldShapes lookOf={lookOf} onHover={setHovered} />
        <figcaption>
          <Legend highest={highest} />
          <p class="map-hint" aria-hidden="true">
            {hovered ? titleOf(hovered) : texts.mapHint}
          </p>
        </figcaption>
      </figure>
      <details class="region-list">
        <summary>{texts.asList}</summary>
        <RegionList place={place} byRegion={byRegion} />
      </details>
    </section>
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
}

function RegionList({ place, byRegion }: ListProps) {
  const { locale } = useSurroundings();
  const named = new Set(place.filters.distribution.map((each) => findRegion(each)?.code));
  const isShown = (code: string) => byRegion.has(code) || named.has(code);
  const optionOf = ({ code, names }: (typeof REGIONS)[number]) => (
    <RegionOption
      place={place}
      code={code}
      name={names[locale]}
      counted={byRegion.get(code)}
      isChosen={named.has(code)}
    />
  );
  const groups = CONTINENTS.map((continent) => ({
    continent,
    regions: REGIONS.filter(({ code }) => code.startsWith(continent.code) && isShown(code)),
  }));
  return (
    <ul class="continents">
      {groups
        .filter(({ continent, regions }) => regions.length > 0 || isShown(continent.code))
        .map(({ continent, regions }) => (
          <li key={continent.code}>
            {optionOf(continent)}
            <ul>
              {regions.map((region) => (
                <li key={region.code}>{optionOf(region)}</li>
              ))}
            </ul>
          </li>
        ))}
    </ul>
  );
}

interface OptionProps {
  place: ListPlace;
  code: string;
  name: string;
  counted: Counted | undefined;
  isChosen: boolean;
}

function RegionOption({ place, code, name, counted, isChosen }: OptionProps) {
  const { actions, number } = useSurroundings();
  const toggle = () => actions.go(withRegion(place, code, counted), { keepsFocus: true });
  return (
    <label class="option">
      <input type="checkbox" checked={isChosen} onChange={toggle} />
      <span class="option-name">{name}</span>
      {counted && <span class="count">{number(counted.count)}</span>}
    </label>
  );
}
