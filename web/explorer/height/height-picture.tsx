// In charge of showing how tall trees are, beside a person and a house, all to one scale. A unit of the picture is a metre.

import type { TreeDetail } from '../../../client/src/index.ts';
import { useSurroundings } from '../parts/surroundings.ts';
import { plainText } from '../plain.ts';
import { metreFormat, metresIn, type Shape, shapeOf } from './height.ts';
import { HEIGHT_TEXTS } from './texts.ts';

const PERSON_METRES = 1.7;
const HOUSE_METRES = 8;
const HOUSE_WIDTH = 9;
/** How wide a tree is drawn, as a part of its height. */
const WIDTHS: Record<Shape, number> = { broad: 0.62, conifer: 0.36, palm: 0.4 };

interface Measured {
  tree: TreeDetail;
  metres: number;
}

function measured(tree: TreeDetail): Measured | undefined {
  const metres = metresIn(plainText(tree.maxHeight));
  return metres === undefined ? undefined : { tree, metres };
}

/** Nothing where no height is known. */
export function HeightPicture({ trees, hasTitle = false }: { trees: TreeDetail[]; hasTitle?: boolean }) {
  const { locale } = useSurroundings();
  const known = trees.map(measured).filter((each) => each !== undefined);
  if (known.length === 0) return null;
  const texts = HEIGHT_TEXTS[locale];
  const metre = metreFormat(locale);
  const heights = known.map(({ tree, metres }) => `${tree.title}: ${metre.format(metres)}`).join(', ');
  const told = texts.toScale(heights, metre.format(PERSON_METRES), metre.format(HOUSE_METRES));
  return (
    <figure class="height">
      {hasTitle && <h2>{texts.title}</h2>}
      <Drawing known={known} label={(metres) => metre.format(metres)} />
      <figcaption>{told}</figcaption>
    </figure>
  );
}

/** For the eye; the words below say the same. */
function Drawing({ known, label }: { known: Measured[]; label(metres: number): string }) {
  const top = Math.max(HOUSE_METRES, ...known.map(({ metres }) => metres)) * 1.08;
  const gap = top * 0.06;
  const houseAt = gap + top * 0.02;
  let right = houseAt + HOUSE_WIDTH + gap;
  const placed = known.map(({ tree, metres }) => {
    const shape = shapeOf(tree.family);
    const left = right;
    right += metres * WIDTHS[shape] + gap;
    return { slug: tree.slug, metres, shape, middle: left + (metres * WIDTHS[shape]) / 2 };
  });
  const lines = [1, 2, 3, 4, 5].map((each) => each * stepOf(top)).filter((each) => each < top);
  return (
    <svg
      viewBox={`${-top * 0.2} ${-top} ${right + top * 0.2} ${top * 1.02}`}
      preserveAspectRatio="xMinYMax"
      aria-hidden="true"
    >
      {lines.map((each) => (
        <g key={each} class="height-line">
          <line x1={0} x2={right} y1={-each} y2={-each} stroke-width={top * 0.004} />
          <text x={-top * 0.02} y={-each} font-size={top * 0.05}>
            {label(each)}
          </text>
        </g>
      ))}
      <path class="height-person" d={person(gap * 0.6)} />
      <path class="height-house" d={house(houseAt)} />
      {placed.map(({ slug, metres, shape, middle }) => (
        <g key={slug} transform={`translate(${middle} 0) scale(${metres})`}>
          {OUTLINES[shape]}
        </g>
      ))}
      <line class="height-ground" x1={0} x2={right} y1={0} y2={0} stroke-width={top * 0.008} />
    </svg>
  );
}

/** So that some three to five lines are drawn. */
function stepOf(top: number): number {
  return [2, 5, 10, 20, 50].find((each) => top / each < 6) ?? 50;
}

const person = (at: number) =>
  `M${at - 0.22} 0V-0.8H${at - 0.3}V-1.4H${at + 0.3}V-0.8H${at + 0.22}V0ZM${at - 0.14} -1.45h.28v-.25h-.28z`;

const house = (at: number) => `M${at} 0V-5H${at - 0.6}L${at + 4.5} -8L${at + 9.6} -5H${at + 9}V0Z`;

/** One unit tall, on the ground. */
const OUTLINES: Record<Shape, preact.JSX.Element> = {
  broad: (
    <>
      <path class="height-trunk" d="M-.02 0L-.014 -.5H.014L.02 0Z" />
      <path
        class="height-crown"
        d="M0 -1C.1 -1 .17 -.95 .19 -.88C.28 -.87 .31 -.76 .29 -.68C.33 -.56 .27 -.46 .18 -.45C.12 -.37 -.12 -.37 -.18 -.45C-.27 -.46 -.33 -.56 -.29 -.68C-.31 -.76 -.28 -.87 -.19 -.88C-.17 -.95 -.1 -1 0 -1Z"
      />
    </>
  ),
  conifer: (
    <>
      <path class="height-trunk" d="M-.018 0L-.012 -.3H.012L.018 0Z" />
      <path class="height-crown" d="M0 -1L.08 -.72H.05L.13 -.45H.08L.18 -.14H-.18L-.08 -.45H-.13L-.05 -.72H-.08Z" />
    </>
  ),
  palm: (
    <>
      <path class="height-trunk" d="M-.016 0Q.01 -.5 -.008 -.88H.012Q.03 -.5 .018 0Z" />
      <path
        class="height-crown"
        d="M0 -.88Q-.08 -1.02 -.2 -.86Q-.1 -.93 0 -.88Q-.12 -.9 -.17 -.72Q-.09 -.84 0 -.88Q.09 -.84 .17 -.72Q.12 -.9 0 -.88Q.1 -.93 .2 -.86Q.08 -1.02 0 -.88Q-.04 -.96 -.06 -1Q.02 -.98 .02 -.9Q.02 -.98 .08 -1Q.04 -.94 0 -.88Z"
      />
    </>
  ),
};
