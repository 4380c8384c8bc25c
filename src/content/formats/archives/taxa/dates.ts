// Reads dates in the forms that archives have: ISO 8601 in part or whole, or as meta.xml says.

const ISO = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;
const PARTS = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:[ T].*)?$/;

/** The date in a form that a field takes; undefined if it is none. A year or month alone is its first day. */
export function readDate(written: string, format: string): string | undefined {
  const [, year, month = '01', day = '01', time] = ISO.exec(written) ?? [];
  if (year) return isDay(year, month, day) ? (time ? written : `${year}-${month}-${day}`) : undefined;
  const found = PARTS.exec(written);
  const order = orderOf(format);
  if (!found || !order) return undefined;
  const [y, m, d] = order.map((place) => found[place + 1].padStart(2, '0'));
  return y.length === 4 && isDay(y, m, d) ? `${y}-${m}-${d}` : undefined;
}

/** Where year, month and day stand, by a format such as DD/MM/YYYY. */
function orderOf(format: string): number[] | undefined {
  const letters = format.toUpperCase().split(' ')[0];
  const starts = ['Y', 'M', 'D'].map((letter) => letters.indexOf(letter));
  return starts.includes(-1) ? undefined : starts.map((start) => starts.filter((each) => each < start).length);
}

function isDay(year: string, month: string, day: string): boolean {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return date.getUTCDate() === Number(day) && year !== '0000';
}
