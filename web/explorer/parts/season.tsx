// In charge of a tree's year: a ring of twelve months on its page, a strip of them in lists.

import type { Month } from '../../../client/src/index.ts';
import { MONTHS } from '../../../src/domain/vocabulary.ts';
import { monthPiece, pointAt } from '../ring.ts';
import { monthName, seasonText } from '../seasons.ts';
import { useSurroundings } from './surroundings.ts';

interface Seasons {
  floweringSeason: readonly Month[];
  fruitingSeason: readonly Month[];
}

function useSeasonWords({ floweringSeason, fruitingSeason }: Seasons) {
  const { texts, locale } = useSurroundings();
  const words = (months: readonly Month[]) =>
    months.length === 0 ? texts.unrecorded : seasonText(months, locale, texts.wholeYear);
  return { flowering: words(floweringSeason), fruiting: words(fruitingSeason) };
}

const RINGS = { flowering: [64, 84], fruiting: [42, 61] } as const;
const LABEL_RADIUS = 94;

/** The picture is for the eye; the words beside it say the same. */
export function SeasonRing(seasons: Seasons) {
  const { texts, locale } = useSurroundings();
  const words = useSeasonWords(seasons);
  return (
    <div class="season">
      <svg class="season-ring" viewBox="-104 -104 208 208" aria-hidden="true">
        <Ring kind="flowering" months={seasons.floweringSeason} />
        <Ring kind="fruiting" months={seasons.fruitingSeason} />
        {MONTHS.map((month, index) => {
          const { x, y } = pointAt(index + 0.5, LABEL_RADIUS);
          return (
            <text key={month} x={x} y={y}>
              {monthName(month, locale, 'narrow')}
            </text>
          );
        })}
      </svg>
      <dl class="legend">
        <dt class="flowering">{texts.flowering}</dt>
        <dd>{words.flowering}</dd>
        <dt class="fruiting">{texts.fruiting}</dt>
        <dd>{words.fruiting}</dd>
      </dl>
    </div>
  );
}

function Ring({ kind, months }: { kind: keyof typeof RINGS; months: readonly Month[] }) {
  const [inner, outer] = RINGS[kind];
  return (
    <g class={kind}>
      {MONTHS.map((month, index) => (
        <path key={month} d={monthPiece(index, inner, outer)} class={months.includes(month) ? 'is-on' : ''} />
      ))}
    </g>
  );
}

/** Nothing where neither season is known. */
export function SeasonStrip(seasons: Seasons) {
  const { texts } = useSurroundings();
  const words = useSeasonWords(seasons);
  if (seasons.floweringSeason.length + seasons.fruitingSeason.length === 0) return null;
  const label = `${texts.flowering}: ${words.flowering}. ${texts.fruiting}: ${words.fruiting}.`;
  return (
    <svg class="season-strip" viewBox="0 0 120 13" role="img" aria-label={label}>
      <title>{label}</title>
      <Strip kind="flowering" months={seasons.floweringSeason} y={0} />
      <Strip kind="fruiting" months={seasons.fruitingSeason} y={7} />
    </svg>
  );
}

/** Two paths rather than twelve rectangles: a page of cards has hundreds of months. */
function Strip({ kind, months, y }: { kind: keyof typeof RINGS; months: readonly Month[]; y: number }) {
  const pathOf = (isOn: boolean) =>
    MONTHS.map((month, index) =>
      months.includes(month) === isOn ? `M${index * 10 + 2} ${y + 0.5}${MONTH_BOX}` : '',
    ).join('');
  return (
    <g class={kind}>
      <path d={pathOf(false)} />
      <path d={pathOf(true)} class="is-on" />
    </g>
  );
}

/** From the end of its upper left corner, round at all four. */
const MONTH_BOX = 'h6q1.5 0 1.5 1.5v2q0 1.5-1.5 1.5h-6q-1.5 0-1.5-1.5v-2q0-1.5 1.5-1.5z';
