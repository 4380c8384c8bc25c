export interface DrawnRegion {
  /** As trees name it in their distribution. */
  name: string;
  path: string;
}

export interface RegionMap {
  width: number;
  height: number;
  regions: DrawnRegion[];
}

type Position = readonly [x: number, y: number];

/** A ring as an SVG path of relative steps in whole units, which is the shortest form. Skips repeated points. */
export function ringPath(ring: readonly Position[]): string {
  let [x, y] = [0, 0];
  const steps = ring.flatMap(([toX, toY]) => {
    const step = [Math.round(toX) - x, Math.round(toY) - y];
    [x, y] = [Math.round(toX), Math.round(toY)];
    return step.every((each) => each === 0) ? [] : [step.join(' ')];
  });
  return `M${steps
    .join(' ')
    .replaceAll(' -', '-')
    .replace(/^(-?\d+)[ ]?(-?\d+) ?/, '$1 $2l')}z`;
}

/** A dot for a shape that is too small to be seen. */
export function dotPath([x, y]: Position, radius: number): string {
  const width = 2 * radius;
  return `M${Math.round(x) - radius} ${Math.round(y)}a${radius} ${radius} 0 1 1 ${width} 0a${radius} ${radius} 0 1 1-${width} 0z`;
}

/** Positive if the ring runs clockwise on the map. */
export function doubledArea(ring: readonly Position[]): number {
  return ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] as Position;
    return sum + x * nextY - nextX * y;
  }, 0);
}
