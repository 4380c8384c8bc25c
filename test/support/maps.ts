// A small map for tests: the seven provinces of Costa Rica, drawn with a few strokes.

/** West, south, east and north of each. */
const PROVINCES: Record<string, [number, number, number, number]> = {
  Guanacaste: [-85.9, 9.8, -84.9, 11.2],
  Alajuela: [-84.9, 10, -84.3, 11],
  Heredia: [-84.3, 10, -83.8, 10.8],
  Limón: [-83.8, 9.5, -82.6, 10.8],
  'San José': [-84.5, 9.2, -83.8, 10],
  Cartago: [-83.8, 9.5, -83.4, 10],
  Puntarenas: [-84.9, 8.1, -82.8, 9.2],
};

export function featureOf(name: string, [west, south, east, north]: [number, number, number, number]) {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: [ring] } };
}

export function mapOf(features: unknown[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features }, null, 1);
}

export const COSTA_RICA = mapOf(Object.entries(PROVINCES).map(([name, box]) => featureOf(name, box)));
