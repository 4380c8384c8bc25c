// In charge of how tall a tree is, out of what its authors wrote, and of what it looks like from afar.

const METRES_IN_FOOT = 0.3048;
const FEET = new Set(['ft', 'feet', 'foot', 'pies', 'pie']);
const METRES = new Set(['m', 'metres', 'meters', 'metre', 'meter', 'metros', 'metro']);
/** No tree is taller, by far. */
const MOST_METRES = 150;
const LONGEST_TEXT = 200;

/** The largest height in a text such as “30–40 m” or “up to 100 ft”; undefined where there is none. */
export function metresIn(text: string): number | undefined {
  const numbers = [...text.slice(0, LONGEST_TEXT).matchAll(/\d+(?:[.,]\d+)?/g)];
  const heights = numbers.flatMap((found) => {
    const number = Number(found[0].replace(',', '.'));
    const metres = number * unitAfter(text.slice(found.index + found[0].length));
    return metres > 0 && metres <= MOST_METRES ? metres : [];
  });
  return heights.length === 0 ? undefined : Math.max(...heights);
}

/** To the decimetre, but a seedling is not nothing. */
export function metreFormat(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'meter',
    maximumFractionDigits: 1,
    maximumSignificantDigits: 1,
    roundingPriority: 'morePrecision',
  });
}

/** A number without a unit of its own has that of the next, as in “30–40 m”; none at all means metres. */
function unitAfter(rest: string): number {
  const words = rest.toLowerCase().match(/\p{L}+/gu) ?? [];
  const unit = words.find((word) => FEET.has(word) || METRES.has(word) || word === 'cm');
  if (unit === undefined) return 1;
  if (unit === 'cm') return 0.01;
  return FEET.has(unit) ? METRES_IN_FOOT : 1;
}

export type Shape = 'broad' | 'conifer' | 'palm';

const CONIFERS = new Set(['Pinaceae', 'Cupressaceae', 'Araucariaceae', 'Podocarpaceae', 'Taxaceae', 'Sciadopityaceae']);

export function shapeOf(family: string): Shape {
  if (family === 'Arecaceae') return 'palm';
  return CONIFERS.has(family) ? 'conifer' : 'broad';
}
