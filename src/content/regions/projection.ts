// In charge of the way from the globe to a plane that shows areas true: Lambert's azimuthal one around the middle of what is shown
// or, where that is most of the globe, Equal Earth (Šavrič, Patterson and Jenny 2018).

import type { Position } from './geojson.ts';

export type Point = [x: number, y: number];
export type Projection = (position: Position) => Point;

const DEGREE = Math.PI / 180;
/** Farther from its middle the azimuthal one shows nothing as one knows it. */
const WIDEST_DEGREES = 120;

export function projectionFor(rings: readonly Position[][]): Projection {
  const { middle, width } = longitudesOf(rings);
  const latitudes = latitudesOf(rings);
  const isWide = width > WIDEST_DEGREES || latitudes.height > WIDEST_DEGREES;
  return isWide ? equalEarth(middle) : azimuthal(middle, latitudes.middle);
}

function latitudesOf(rings: readonly Position[][]): { middle: number; height: number } {
  let [south, north] = [90, -90];
  for (const ring of rings) {
    for (const [, latitude] of ring) [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  return { middle: (south + north) / 2, height: north - south };
}

/** What is left of the circle when its widest empty stretch is taken out: shapes may lie on both sides of the 180th meridian. */
function longitudesOf(rings: readonly Position[][]): { middle: number; width: number } {
  const isCovered = new Uint8Array(360);
  for (const ring of rings) {
    for (const [index, [longitude]] of ring.entries()) {
      const [next] = ring[(index + 1) % ring.length] as Position;
      const [west, east] = [Math.min(longitude, next), Math.max(longitude, next)].map((each) => cellOf(each));
      isCovered.fill(1, west, east + 1);
    }
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

function cellOf(longitude: number): number {
  return Math.min(359, Math.floor(longitude + 180));
}

/** From -180 to 180 degrees around the middle, as radians. */
function aroundMiddle(longitude: number, middle: number): number {
  const turned = (((longitude - middle + 180) % 360) + 360) % 360;
  return (turned - 180) * DEGREE;
}

function azimuthal(middleLongitude: number, middleLatitude: number): Projection {
  const [sinMiddle, cosMiddle] = [Math.sin(middleLatitude * DEGREE), Math.cos(middleLatitude * DEGREE)];
  return ([longitude, latitude]) => {
    const [lambda, phi] = [aroundMiddle(longitude, middleLongitude), latitude * DEGREE];
    const [sin, cos, cosLambda] = [Math.sin(phi), Math.cos(phi), Math.cos(lambda)];
    const scale = Math.sqrt(2 / (1 + sinMiddle * sin + cosMiddle * cos * cosLambda));
    return [scale * cos * Math.sin(lambda), -scale * (cosMiddle * sin - sinMiddle * cos * cosLambda)];
  };
}

const [A1, A2, A3, A4] = [1.340264, -0.081106, 0.000893, 0.003796];
const M = Math.sqrt(3) / 2;

function equalEarth(middle: number): Projection {
  return ([longitude, latitude]) => {
    const lambda = aroundMiddle(longitude, middle);
    const theta = Math.asin(M * Math.sin(latitude * DEGREE));
    const [two, six] = [theta ** 2, theta ** 6];
    const x = (lambda * Math.cos(theta)) / (M * (A1 + 3 * A2 * two + six * (7 * A3 + 9 * A4 * two)));
    return [x, -theta * (A1 + A2 * two + six * (A3 + A4 * two))];
  };
}
