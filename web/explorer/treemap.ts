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

/** Of a letter's height, on average. */
const LETTER_WIDTH = 0.55;
const LINE_HEIGHT = 1.3;
const LARGEST_LETTERS = 12.5;
const SMALLEST_LETTERS = 8;

export interface Label {
  /** In pixels. */
  size: number;
  /** It reads from top to bottom. */
  isTurned: boolean;
}

/** How a text can stand whole in so much room, turned if it must; undefined where it cannot be read there. */
export function labelFor(text: string, width: number, height: number): Label | undefined {
  const [level, turned] = [sizeWithin(text, width, height), sizeWithin(text, height, width)];
  const isTurned = level < SMALLEST_LETTERS;
  const size = isTurned ? turned : level;
  return size < SMALLEST_LETTERS ? undefined : { size, isTurned };
}

function sizeWithin(text: string, length: number, thickness: number): number {
  return Math.min(LARGEST_LETTERS, length / (text.length * LETTER_WIDTH), thickness / LINE_HEIGHT);
}

/** How many of the weights, largest first, have a field of at least such an area. */
export function countVisible(weights: readonly number[], area: number, leastArea: number): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const end = weights.findIndex((weight) => (weight / total) * area < leastArea);
  return end === -1 ? weights.length : end;
}
