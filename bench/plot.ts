// In charge of a plot as SVG: several values over sizes, both on scales where ten times as much is one step further.

const [WIDTH, HEIGHT, LEFT, TOP] = [640, 360, 60, 20];
const [RIGHT, BOTTOM] = [WIDTH - 110, HEIGHT - 40];
const COLOURS = ['#2f6f4f', '#a5581b', '#3a5f9e'];

export function plot(title: string, sizes: number[], lines: Record<string, number[]>): string {
  const across = scale(sizes, LEFT, RIGHT);
  const up = scale(Object.values(lines).flat(), BOTTOM, TOP);
  const ticks = [
    ...powersIn(sizes).map((size) => tick(across(size), BOTTOM + 16, 'middle', size)),
    ...powersIn(Object.values(lines).flat()).map((value) => tick(LEFT - 8, up(value) + 4, 'end', value)),
  ];
  const drawn = Object.entries(lines).map(([name, values], index) => {
    const points = values.map((value, at) => `${across(sizes[at]).toFixed(1)},${up(value).toFixed(1)}`);
    const end = up(values[values.length - 1]) + 4;
    const line = `<polyline fill="none" stroke="${COLOURS[index]}" stroke-width="2" points="${points.join(' ')}"/>`;
    return `${line}<text x="${RIGHT + 8}" y="${end.toFixed(1)}" fill="${COLOURS[index]}">${name}</text>`;
  });
  const axes = `<path d="M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}" fill="none" stroke="#888"/>`;
  const below = `<text x="${(LEFT + RIGHT) / 2}" y="${HEIGHT - 6}" text-anchor="middle">species</text>`;
  const body = [axes, ...ticks, below, ...drawn].join('\n');
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`;
  return `${head}\n<title>${title}</title>\n<rect width="100%" height="100%" fill="#fff"/>\n${body}\n</svg>\n`;
}

function scale(values: number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))];
  return (value) => from + ((Math.log10(value) - least) / (most - least)) * (to - from);
}

/** The powers of ten between the least and the most. */
function powersIn(values: number[]): number[] {
  const [first, last] = [Math.ceil(Math.log10(Math.min(...values))), Math.floor(Math.log10(Math.max(...values)))];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => 10 ** (first + step));
}

function tick(x: number, y: number, anchor: string, value: number): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="#555">${value.toLocaleString('en')}</text>`;
}
