// In charge of the geometry of a year as a ring: January at the top, clockwise.

const MONTH_ANGLE = (2 * Math.PI) / 12;

export interface Point {
  x: number;
  y: number;
}

/** Round a centre at 0, 0; `months` may be broken: 0.5 is the middle of January. */
export function pointAt(months: number, radius: number): Point {
  const angle = months * MONTH_ANGLE - Math.PI / 2;
  return { x: rounded(radius * Math.cos(angle)), y: rounded(radius * Math.sin(angle)) };
}

/** The outline of a month's piece of a ring, as the `d` of an SVG path; `gap` is cut off at both sides, in months. */
export function monthPiece(month: number, inner: number, outer: number, gap = 0.03): string {
  const [from, to] = [month + gap, month + 1 - gap];
  const [a, b, c, d] = [pointAt(from, outer), pointAt(to, outer), pointAt(to, inner), pointAt(from, inner)];
  const [far, near] = [rounded(outer), rounded(inner)];
  return `M${a.x} ${a.y}A${far} ${far} 0 0 1 ${b.x} ${b.y}L${c.x} ${c.y}A${near} ${near} 0 0 0 ${d.x} ${d.y}Z`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}
