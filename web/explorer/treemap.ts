// In charge of dividing a rectangle among weights, each getting its share of the area in a shape as square as can be
// (Bruls, Huizing and van Wijk, Squarified Treemaps).

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One box for each weight, in their order; the heaviest must come first. */
export function treemap(weights: readonly number[], within: Box): Box[] {
  const total = weights.reduce((sum, each) => sum + each, 0);
  const scale = (within.width * within.height) / total;
  const areas = weights.map((weight) => weight * scale);
  const boxes: Box[] = [];
  let rest = within;
  for (let at = 0; at < areas.length; ) {
    const count = rowLength(areas, at, Math.min(rest.width, rest.height));
    const row = areas.slice(at, at + count);
    boxes.push(...placeRow(row, rest));
    rest = withoutRow(row, rest);
    at += count;
  }
  return boxes;
}

/** As many as make the row's worst shape no worse. */
function rowLength(areas: readonly number[], at: number, side: number): number {
  let count = 1;
  let sum = areas[at] as number;
  let worst = worstRatio(areas[at] as number, areas[at] as number, sum, side);
  while (at + count < areas.length) {
    const next = areas[at + count] as number;
    const ratio = worstRatio(areas[at] as number, next, sum + next, side);
    if (ratio > worst) break;
    worst = ratio;
    sum += next;
    count++;
  }
  return count;
}

/** Of a row laid along `side`: its largest or its smallest piece is the least square. */
function worstRatio(largest: number, smallest: number, sum: number, side: number): number {
  return Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * smallest));
}

function placeRow(row: readonly number[], within: Box): Box[] {
  const isColumn = within.width >= within.height;
  const thickness = thicknessOf(row, within);
  let { x, y } = within;
  return row.map((area) => {
    const length = area / thickness;
    const box = isColumn ? { x, y, width: thickness, height: length } : { x, y, width: length, height: thickness };
    if (isColumn) y += length;
    else x += length;
    return box;
  });
}

function withoutRow(row: readonly number[], within: Box): Box {
  const thickness = thicknessOf(row, within);
  const { x, y, width, height } = within;
  if (width >= height) return { x: x + thickness, y, width: width - thickness, height };
  return { x, y: y + thickness, width, height: height - thickness };
}

function thicknessOf(row: readonly number[], { width, height }: Box): number {
  return row.reduce((sum, area) => sum + area, 0) / Math.min(width, height);
}

const LETTER_WIDTH = 7.3;
const FEWEST_LETTERS = 3;

/** What of a text has room in so many pixels; nothing where that would say nothing. */
export function shortened(text: string, width: number): string {
  const letters = Math.floor(width / LETTER_WIDTH);
  if (text.length <= letters) return text;
  return letters > FEWEST_LETTERS ? `${text.slice(0, letters - 1).trimEnd()}…` : '';
}
