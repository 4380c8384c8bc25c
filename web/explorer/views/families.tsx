// In charge of the families as a picture, each as large as it has species, and the same as a table.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Family, FamilyList } from '../../../client/src/index.ts';
import { listPlace } from '../address.ts';
import { Link } from '../parts/link.tsx';
import { useSurroundings } from '../parts/surroundings.ts';
import { type Box, countVisible, labelFor, treemap } from '../treemap.ts';

export function FamiliesView({ answer }: { answer: FamilyList }) {
  const { texts, number } = useSurroundings();
  const families = answer.data
    .filter(({ speciesCount }) => speciesCount > 0)
    .toSorted((a, b) => b.speciesCount - a.speciesCount || a.name.localeCompare(b.name));
  const { totalFamilies, totalSpecies } = answer.meta;
  return (
    <div class="families">
      <h1 tabIndex={-1}>{texts.families}</h1>
      <p class="lead">{texts.familiesIntro(number(totalFamilies), number(totalSpecies))}</p>
      <Picture families={families} />
      <FamilyTable families={families} />
    </div>
  );
}

/** As wide as there is room, so that its letters keep their size on a phone. */
function Picture({ families }: { families: Family[] }) {
  const { texts } = useSurroundings();
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame);
  const height = Math.round(
    Math.max(width * (width < 600 ? 3 : 0.58), 480, (families.length * USUAL_AREA) / (width || 1)),
  );
  const shown = countVisible(weightsOf(families), width * height, LEAST_AREA);
  const others = families.slice(shown);
  const weights = [...weightsOf(families.slice(0, shown)), ...(others.length > 0 ? [sumOf(others)] : [])];
  const order = weights.map((_, index) => index).sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0));
  const sorted = order.map((index) => weights[index] ?? 0);
  const boxes = width > 0 ? treemap(sorted, { x: 0, y: 0, width, height }) : [];
  const largest = families[0]?.speciesCount ?? 1;
  return (
    <nav ref={frame} class="treemap" aria-label={texts.families}>
      <svg role="presentation" viewBox={`0 0 ${width || 1} ${height || 1}`}>
        {boxes.map((box, index) => {
          const at = order[index] as number;
          if (at === shown) return <OtherFamilies key="others" box={box} others={others} />;
          const family = families[at] as Family;
          return <Field key={family.name} family={family} box={box} share={family.speciesCount / largest} />;
        })}
      </svg>
    </nav>
  );
}

/** In square pixels: most names have room in so much. */
const USUAL_AREA = 5000;

/** In square pixels: what is smaller can be neither read nor hit, and stands together in one field. */
const LEAST_AREA = 500;

const sumOf = (families: Family[]) => weightsOf(families).reduce((sum, count) => sum + count, 0);
const weightsOf = (families: Family[]) => families.map(({ speciesCount }) => speciesCount);

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

const SHADES = 5;

function Field({ family, box, share }: { family: Family; box: Box; share: number }) {
  const { texts, locale, number } = useSurroundings();
  const { name, commonName, speciesCount } = family;
  const shade = Math.ceil(Math.sqrt(share) * SHADES);
  const label = texts.familyName(name, commonName, speciesCount, number(speciesCount));
  return (
    <g class={`field shade-${shade}`}>
      <Link to={listPlace(locale, { family: [name] })} aria-label={label}>
        <title>{label}</title>
        <Ground box={box} />
      </Link>
      <FieldText box={box} name={name} commonName={commonName ?? ''} count={number(speciesCount)} />
    </g>
  );
}

/** Each of them is in the table. */
function OtherFamilies({ box, others }: { box: Box; others: Family[] }) {
  const { texts, number } = useSurroundings();
  const name = texts.otherFamilies(number(others.length));
  return (
    <g class="field shade-0">
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

function FamilyTable({ families }: { families: Family[] }) {
  const { texts, locale, number } = useSurroundings();
  return (
    <details class="table">
      <summary>{texts.asTable}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.factNames.family}</th>
            <th scope="col">{texts.commonName}</th>
            <th scope="col" class="number">
              {texts.species}
            </th>
          </tr>
        </thead>
        <tbody>
          {families.map(({ name, commonName, speciesCount }) => (
            <tr key={name}>
              <th scope="row" lang="la">
                <Link to={listPlace(locale, { family: [name] })}>{name}</Link>
              </th>
              <td>{commonName}</td>
              <td class="number">{number(speciesCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
