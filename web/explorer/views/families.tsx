// In charge of the families as a picture, each as large as it has species, and the same as a table.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Family, FamilyList } from '../../../client/src/index.ts';
import { listPlace } from '../address.ts';
import { Link } from '../parts/link.tsx';
import { useSurroundings } from '../parts/surroundings.ts';
import { type Box, shortened, treemap } from '../treemap.ts';

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
  const height = Math.round(width < 600 ? width * 3 : Math.max(480, width * 0.58));
  const boxes = width > 0 ? treemap(weightsOf(families), { x: 0, y: 0, width, height }) : [];
  const largest = families[0]?.speciesCount ?? 1;
  return (
    <nav ref={frame} class="treemap" aria-label={texts.families}>
      <svg role="presentation" viewBox={`0 0 ${width || 1} ${height || 1}`}>
        {boxes.map((box, index) => {
          const family = families[index] as Family;
          return <Field key={family.name} family={family} box={box} share={family.speciesCount / largest} />;
        })}
      </svg>
    </nav>
  );
}

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
        <rect
          x={box.x + 1}
          y={box.y + 1}
          width={Math.max(0, box.width - 2)}
          height={Math.max(0, box.height - 2)}
          rx={3}
        />
      </Link>
      <FieldText box={box} name={name} commonName={commonName ?? ''} count={number(speciesCount)} />
    </g>
  );
}

const PADDING = 7;
const LINE = 16;

interface FieldTextProps {
  box: Box;
  name: string;
  commonName: string;
  count: string;
}

/** As much as there is room for; the whole is the field's label. */
function FieldText({ box, name, commonName, count }: FieldTextProps) {
  const room = box.width - 2 * PADDING;
  const hasRoomFor = (rows: number) => box.height > rows * LINE + PADDING;
  const x = box.x + PADDING;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus
    <g aria-hidden="true">
      <text class="field-name" x={x} y={box.y + PADDING + LINE * 0.75}>
        {hasRoomFor(1) && shortened(name, room)}
      </text>
      <text x={x} y={box.y + PADDING + LINE * 1.75}>
        {hasRoomFor(3.4) && shortened(commonName, room) === commonName && commonName}
      </text>
      <text class="field-count" x={x} y={box.y + box.height - PADDING - 1}>
        {hasRoomFor(2) && count}
      </text>
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
