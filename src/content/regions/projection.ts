// Projects the globe to a plane with true areas: Lambert's azimuthal projection around the middle of the map or, if it is wide,
// Equal Earth (Šavrič, Patterson and Jenny 2018).

import type { Position } from './geojson.ts';
import type { Span } from './longitudes.ts';

export type Point = [x: number, y: number];
export type Projection = (position: Position) => Point;

const DEGREE = Math.PI / 180;
/** The azimuthal projection distorts wider maps beyond recognition. */
const MAX_AZIMUTHAL_DEGREES = 120;

/** Of longitudes from the middle of the map. */
export function projectionFor(rings: readonly Position[][], { width }: Span): Projection {
  const latitudes = latitudesOf(rings);
  const isWide = width > MAX_AZIMUTHAL_DEGREES || latitudes.height > MAX_AZIMUTHAL_DEGREES;
  return isWide ? equalEarth : azimuthal(latitudes.middle);
}

function latitudesOf(rings: readonly Position[][]): { middle: number; height: number } {
  let [south, north] = [90, -90];
  for (const ring of rings) {
    for (const [, latitude] of ring) [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  return { middle: (south + north) / 2, height: north - south };
}

function azimuthal(middleLatitude: number): Projection {
  const [sinMiddle, cosMiddle] = [Math.sin(middleLatitude * DEGREE), Math.cos(middleLatitude * DEGREE)];
  return ([longitude, latitude]) => {
    const [lambda, phi] = [longitude * DEGREE, latitude * DEGREE];
    const [sin, cos, cosLambda] = [Math.sin(phi), Math.cos(phi), Math.cos(lambda)];
    const scale = Math.sqrt(2 / (1 + sinMiddle * sin + cosMiddle * cos * cosLambda));
    return [scale * cos * Math.sin(lambda), -scale * (cosMiddle * sin - sinMiddle * cos * cosLambda)];
  };
}

const [A1, A2, A3, A4] = [1.340264, -0.081106, 0.000893, 0.003796];
const M = Math.sqrt(3) / 2;

function equalEarth([longitude, latitude]: Position): Point {
  const theta = Math.asin(M * Math.sin(latitude * DEGREE));
  const [two, six] = [theta ** 2, theta ** 6];
  const x = (longitude * DEGREE * Math.cos(theta)) / (M * (A1 + 3 * A2 * two + six * (7 * A3 + 9 * A4 * two)));
  return [x, -theta * (A1 + A2 * two + six * (A3 + A4 * two))];
}
