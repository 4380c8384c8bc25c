// Chooses the longitude at which a map is cut, and moves shapes that cross 180 degrees.

import type { Polygon, Position } from './geojson.ts';

export interface Span {
  middle: number;
  width: number;
}

/**
 * A ring whose longitudes do not jump: files mean the short way, also across the 180th meridian. A ring that this leaves open or
 * flat, as one round a pole or the whole globe, stays as it is.
 */
export function unrolled(ring: Position[]): Position[] {
  let [before] = ring[0] as Position;
  let longitude = before;
  const found = ring.map(([next, latitude]): Position => {
    longitude += shortWay(before, next);
    before = next;
    return [longitude, latitude];
  });
  const { west, east } = boundsOf(found);
  const [first, last] = [found[0] as Position, found.at(-1) as Position];
  const isOpen = Math.abs(last[0] + shortWay(last[0], first[0]) - first[0]) > 1;
  return isOpen || west === east ? ring : found;
}

function shortWay(from: number, to: number): number {
  const way = to - from;
  return way - 360 * Math.round(way / 360);
}

/** The circle without its widest empty range. */
export function spanOf(rings: readonly Position[][]): Span {
  const isCovered = new Uint8Array(360);
  for (const ring of rings) {
    for (const [index, [from]] of ring.entries()) cover(isCovered, from, (ring[index + 1] ?? [from])[0]);
  }
  let [start, length] = [0, 0];
  for (let from = 0; from < 360; from++) {
    let free = 0;
    while (free < 360 && !isCovered[(from + free) % 360]) free++;
    if (free > length) [start, length] = [from, free];
  }
  const width = 360 - length;
  return { middle: length === 0 ? 0 : start + length + width / 2 - 180, width };
}

function cover(isCovered: Uint8Array, from: number, to: number): void {
  const [west, east] = [Math.floor(Math.min(from, to)), Math.floor(Math.max(from, to))];
  for (let degree = west; degree <= Math.min(east, west + 359); degree++)
    isCovered[(((degree + 180) % 360) + 360) % 360] = 1;
}

/** With longitudes from the middle of the map, and holes near their border. */
export function aroundMiddle(polygon: Polygon, middle: number): Polygon {
  const [border = []] = polygon;
  const home = middleOf(border) - 360 * Math.round((middleOf(border) - middle) / 360);
  return polygon.map((ring) => {
    const turns = Math.round((middleOf(ring) - home) / 360);
    return ring.map(([longitude, latitude]) => [longitude - 360 * turns - middle, latitude]);
  });
}

function middleOf(ring: Position[]): number {
  const { west, east } = boundsOf(ring);
  return (west + east) / 2;
}

function boundsOf(ring: Position[]): { west: number; east: number } {
  let [west, east] = [Infinity, -Infinity];
  for (const [longitude] of ring) [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
  return { west, east };
}
