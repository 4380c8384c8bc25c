// In charge of the families of a question as a picture, each as large as it has species and coloured by how many of them are
// threatened, and the same as a table. Of one family, its genera.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Family, FamilyList } from '../../../client/src/index.ts';
import { isNarrowed, type WholePlace, wholePlace } from '../address.ts';
import { Link } from '../parts/link.tsx';
import { useSurroundings } from '../parts/surroundings.ts';
import { THREAT_STEPS, threatOf } from '../threat.ts';
import { type Box, countVisible, labelFor, treemap } from '../treemap.ts';
import { Asked } from './asked.tsx';
import { familiesOf, generaOf, type Taxon } from './taxa.ts';
import { TaxonTable } from './taxon-table.tsx';

interface Props {
  place: WholePlace;
  answer: FamilyList;
}

export function FamiliesView({ place, answer }: Props) {
  const { data, meta } = answer;
  const [only] = data;
  const isOne = data.length === 1 && only?.genera !== undefined;
  return (
    <div class="families">
      {isOne && only ? <OneFamily place={place} family={only} /> : <ManyFamilies place={place} answer={answer} />}
      <Asked place={place} total={meta.totalSpecies} />
      <Taxa taxa={isOne && only ? generaOf(place, only) : familiesOf(place, data)} isOfGenera={isOne} />
    </div>
  );
}

function ManyFamilies({ place, answer }: Props) {
  const { texts, number } = useSurroundings();
  const { totalFamilies, totalSpecies } = answer.meta;
  const intro = isNarrowed(place)
    ? texts.familiesOf([totalFamilies, number(totalFamilies)], [totalSpecies, number(totalSpecies)])
    : texts.familiesIntro(number(totalFamilies), number(totalSpecies));
  return (
    <>
      <h1 tabIndex={-1}>{texts.families}</h1>
      <p class="lead">{intro}</p>
    </>
  );
}

function OneFamily({ place, family }: { place: WholePlace; family: Family }) {
  const { texts, locale, number } = useSurroundings();
  const { search, filters } = place;
  const { commonName, genera = [], speciesCount } = family;
  const up = wholePlace('families', locale, { search, filters: { ...filters, family: [] } });
  return (
    <>
      <p class="way-up">
        <Link to={up}>{texts.families}</Link> <span aria-hidden="true">/</span>
      </p>
      <h1 tabIndex={-1} lang="la">
        {family.name}
      </h1>
      <p class="lead">
        {texts.generaIntro(commonName, [genera.length, number(genera.length)], [speciesCount, number(speciesCount)])}
      </p>
    </>
  );
}

function Taxa({ taxa, isOfGenera }: { taxa: Taxon[]; isOfGenera: boolean }) {
  const { texts } = useSurroundings();
  if (taxa.length === 0) return <p class="quiet">{texts.noneFound}</p>;
  return (
    <>
      <Legend />
      <Picture taxa={taxa} name={isOfGenera ? texts.genera : texts.families} />
      <TaxonTable taxa={taxa} isOfGenera={isOfGenera} />
    </>
  );
}

function Legend() {
  const { texts } = useSurroundings();
  return (
    <figure class="threat-legend">
      <figcaption>{texts.threatLegend}</figcaption>
      <ul>
        {THREAT_STEPS.map((step) => (
          <li key={step} class={`threat-${step}`}>
            {texts.threatSteps[step]}
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** As wide as there is room, so that its letters keep their size on a phone. */
function Picture({ taxa, name }: { taxa: Taxon[]; name: string }) {
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame);
  const height = Math.round(Math.max(width * (width < 600 ? 3 : 0.58), 480, (taxa.length * USUAL_AREA) / (width || 1)));
  const shown = countVisible(weightsOf(taxa), width * height, LEAST_AREA);
  const others = taxa.slice(shown);
  const weights = [...weightsOf(taxa.slice(0, shown)), ...(others.length > 0 ? [sumOf(others)] : [])];
  const order = weights.map((_, index) => index).sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0));
  const sorted = order.map((index) => weights[index] ?? 0);
  const boxes = width > 0 ? treemap(sorted, { x: 0, y: 0, width, height }) : [];
  return (
    <nav ref={frame} class="treemap" aria-label={name}>
      <svg role="presentation" viewBox={`0 0 ${width || 1} ${height || 1}`}>
        {boxes.map((box, index) => {
          const at = order[index] as number;
          if (at === shown) return <OtherTaxa key="others" box={box} others={others} />;
          const taxon = taxa[at] as Taxon;
          return <Field key={taxon.name} taxon={taxon} box={box} />;
        })}
      </svg>
    </nav>
  );
}

/** In square pixels: most names have room in so much. */
const USUAL_AREA = 5000;

/** In square pixels: what is smaller can be neither read nor hit, and stands together in one field. */
const LEAST_AREA = 500;

const sumOf = (taxa: Taxon[]) => weightsOf(taxa).reduce((sum, count) => sum + count, 0);
const weightsOf = (taxa: Taxon[]) => taxa.map(({ speciesCount }) => speciesCount);

function useWidth(frame: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

function Field({ taxon, box }: { taxon: Taxon; box: Box }) {
  const { texts, number } = useSurroundings();
  const { name, commonName, speciesCount, assessedCount, threatenedCount, to } = taxon;
  const counted = texts.familyName(name, commonName, speciesCount, number(speciesCount));
  const label = `${counted}. ${texts.threatened(threatenedCount, number(threatenedCount), number(assessedCount))}`;
  return (
    <g class={`field threat-${threatOf(taxon)}`}>
      <Link to={to} aria-label={label}>
        <title>{label}</title>
        <Ground box={box} />
      </Link>
      <FieldText box={box} name={name} commonName={commonName ?? ''} count={number(speciesCount)} />
    </g>
  );
}

/** Each of them is in the table. */
function OtherTaxa({ box, others }: { box: Box; others: Taxon[] }) {
  const { texts, number } = useSurroundings();
  const name = texts.otherTaxa(number(others.length));
  return (
    <g class="field threat-unknown">
      <Ground box={box} />
      <FieldText box={box} name={name} commonName="" count={number(sumOf(others))} />
    </g>
  );
}

function Ground({ box }: { box: Box }) {
  const [width, height] = [box.width, box.height].map((length) => Math.max(0, length - 2));
  return <rect x={box.x + 1} y={box.y + 1} width={width} height={height} rx={3} />;
}

const PADDING = 5;
const LINE = 16;
const LETTER = 7.2;

/** In letters of the usual size, on a line of its own. */
const isWhole = (text: string, width: number) => text.length * LETTER < width;

interface FieldTextProps {
  box: Box;
  name: string;
  commonName: string;
  count: string;
}

/** Whole words where there is room for them; what has none is the field's label all the same. */
function FieldText({ box, name, commonName, count }: FieldTextProps) {
  const [width, height] = [box.width - 2 * PADDING, box.height - 2 * PADDING];
  const label = labelFor(name, width, height);
  if (!label) return null;
  const x = box.x + PADDING;
  const rows = label.isTurned ? 0 : Math.floor(height / LINE);
  const hasCommonName = rows >= 3 && commonName !== '' && isWhole(commonName, width);
  const y = box.y + PADDING + (label.isTurned ? 0 : label.size * 0.85);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus
    <g aria-hidden="true">
      <text
        class="field-name"
        x={x}
        y={y}
        style={{ fontSize: `${label.size}px` }}
        transform={label.isTurned ? `rotate(90 ${x} ${y}) translate(0 ${-label.size * 0.2})` : undefined}
      >
        {name}
      </text>
      {hasCommonName && (
        <text x={x} y={box.y + PADDING + LINE * 1.7}>
          {commonName}
        </text>
      )}
      {rows >= 2 && (
        <text class="field-count" x={x} y={box.y + box.height - PADDING - 1}>
          {count}
        </text>
      )}
    </g>
  );
}
