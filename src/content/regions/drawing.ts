// Draws regions as small paths, projected and rounded to whole units. Each position is rounded by itself, so that shared borders
// stay shared.

import { dotPath, doubledArea, type RegionMap, ringPath } from '../../domain/regions/region-map.ts';
import type { Position, Region } from './geojson.ts';
import { aroundMiddle, spanOf, unrolled } from './longitudes.ts';
import { type Point, projectionFor } from './projection.ts';

/** The longer side of a map, in units: the first with which the map is small enough. */
const SIDES = [2000, 1200, 700, 400, 200];
const MAX_BYTES = 100_000;
/** Of the longer side. */
const DOT_SHARE = 1 / 200;
/** Borders are drawn on both sides of a shape's edge. */
const MARGIN = 2;
/** Straight lines in degrees are bent after projection: longer ones get points in between, unless there are many already. */
const MAX_STRAIGHT_DEGREES = 1;
const MAX_POSITIONS_TO_BEND = 10_000;

interface Drawing {
  name: string;
  polygons: Point[][][];
}

/** Undefined if the map is too large at any size. */
export function drawRegions(given: readonly Region[]): RegionMap | undefined {
  const regions = given.map(({ name, polygons }) => ({
    name,
    polygons: polygons.map((polygon) => polygon.map(unrolled)),
  }));
  const rings = regions.flatMap(({ polygons }) => polygons.flat());
  const positions = rings.reduce((sum, { length }) => sum + length, 0);
  const span = spanOf(rings);
  const project = projectionFor(rings, span);
  const drawings = regions.map(({ name, polygons }) => ({
    name,
    polygons: polygons.map((polygon) =>
      aroundMiddle(polygon, span.middle).map((ring) =>
        (positions < MAX_POSITIONS_TO_BEND ? bent(ring) : ring).map(project),
      ),
    ),
  }));
  for (const side of SIDES) {
    const map = mapOf(drawings, side);
    if (JSON.stringify(map).length <= MAX_BYTES) return map;
  }
  return undefined;
}

function bent(ring: Position[]): Position[] {
  return ring.flatMap(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] as Position;
    const steps = Math.max(1, Math.ceil(Math.hypot(nextX - x, nextY - y) / MAX_STRAIGHT_DEGREES));
    return Array.from({ length: steps }, (_, step): Position => {
      const share = step / steps;
      return [x + (nextX - x) * share, y + (nextY - y) * share];
    });
  });
}

function mapOf(drawings: Drawing[], side: number): RegionMap {
  const { left, top, right, bottom } = boundsOf(drawings);
  const scale = side / (Math.max(right - left, bottom - top) || 1);
  const onMap = ([x, y]: Point): Point => [
    Math.round((x - left) * scale) + MARGIN,
    Math.round((y - top) * scale) + MARGIN,
  ];
  const regions = drawings.map(({ name, polygons }) => {
    const whole = polygons.map((polygon) => polygon.map((ring) => ring.map(onMap)));
    return { name, path: pathOf(whole, Math.ceil(side * DOT_SHARE)) };
  });
  return {
    width: Math.round((right - left) * scale) + 2 * MARGIN,
    height: Math.round((bottom - top) * scale) + 2 * MARGIN,
    regions: regions.sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

function boundsOf(drawings: Drawing[]) {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of drawings.flatMap(({ polygons }) => polygons.flat(2))) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return bounds;
}

/** Omits what is too small to be seen; a dot if nothing else remains. */
function pathOf(polygons: Point[][][], dotRadius: number): string {
  const seen = polygons.flatMap((polygon) => {
    const [border, ...holes] = polygon.map(simplified);
    if (!isSeen(border)) return [];
    return [directed(border, 1), ...holes.filter(isSeen).map((hole) => directed(hole, -1))];
  });
  if (seen.length > 0) return seen.map(ringPath).join('');
  return dotPath(polygons[0]?.[0]?.[0] as Point, dotRadius);
}

function isSeen(ring: Point[]): boolean {
  return ring.length > 2 && doubledArea(ring) !== 0;
}

/** Borders go round one way and holes the other, so that only holes are empty. */
function directed(ring: Point[], direction: 1 | -1): Point[] {
  return doubledArea(ring) * direction < 0 ? ring.toReversed() : ring;
}

/** Without points that repeat the one before, or lie on a straight line to the next. */
function simplified(ring: Point[]): Point[] {
  const points: Point[] = [];
  for (const point of ring) {
    const [previous, last] = [points.at(-2), points.at(-1)];
    if (isSame(last, point)) continue;
    if (previous && last && isBetween(previous, last, point)) points.pop();
    points.push(point);
  }
  if (points.length > 1 && isSame(points[0], points.at(-1))) points.pop();
  return points;
}

function isSame(one: Point | undefined, other: Point | undefined): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1];
}

function isBetween([x, y]: Point, [midX, midY]: Point, [toX, toY]: Point): boolean {
  const [a, b, c, d] = [midX - x, midY - y, toX - midX, toY - midY];
  return a * d === b * c && a * c + b * d > 0;
}
