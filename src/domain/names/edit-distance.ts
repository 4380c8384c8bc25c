/** Three rows of the table are enough, and every call reuses them. */
let rows = newRows(64);

function newRows(length: number): Uint16Array[] {
  return Array.from({ length: 3 }, () => new Uint16Array(length));
}

/** The Damerau–Levenshtein distance, or `max` + 1 if it is larger. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let start = 0;
  while (start < a.length && start < b.length && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let [endOfA, endOfB] = [a.length, b.length];
  while (endOfA > start && endOfB > start && a.charCodeAt(endOfA - 1) === b.charCodeAt(endOfB - 1)) {
    endOfA--;
    endOfB--;
  }
  return distanceOfRest(a.slice(start, endOfA), b.slice(start, endOfB), most);
}

function distanceOfRest(a: string, b: string, most: number): number {
  if (b.length >= rows[0].length) rows = newRows(2 * b.length);
  let [beforeLast, last, row] = rows;
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    let least = i;
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (letter === b.charCodeAt(j - 1) ? 0 : 1);
      let distance = Math.min(row[j - 1] + 1, last[j] + 1, replaced);
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)) {
        distance = Math.min(distance, beforeLast[j - 2] + 1);
      }
      row[j] = distance;
      if (distance < least) least = distance;
    }
    if (least > most) return most + 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(last[b.length], most + 1);
}

export function maxTypos(word: string): number {
  return word.length < 6 ? 1 : 2;
}

const GENDERS = [
  ['us', 'um', 'a'],
  ['is', 'e'],
  ['er', 'ra', 'rum'],
];

/** The epithet in its other grammatical genders. */
export function otherGenders(epithet: string): string[] {
  const others = GENDERS.flatMap((endings) => {
    const own = endings.find((ending) => epithet.length > ending.length + 2 && epithet.endsWith(ending));
    if (own === undefined) return [];
    const stem = epithet.slice(0, -own.length);
    return endings.filter((ending) => ending !== own).map((ending) => stem + ending);
  });
  return [...new Set(others)];
}

/** The distance, where another gender counts as one typo. */
export function typoDistance(a: string, b: string, most: number): number {
  const distance = editDistance(a, b, most);
  return distance > 1 && otherGenders(a).includes(b) ? 1 : distance;
}

const A = 97;
const LETTERS = 26;

export const OTHER_LETTERS = ~((1 << LETTERS) - 1) >>> 0;

/** The letters of a word as bits: one typo changes at most two of them. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at) - A;
    letters |= 1 << (code >= 0 && code < LETTERS ? code : LETTERS + (word.charCodeAt(at) % 6));
  }
  return letters >>> 0;
}
