// Texts that nobody writes but to keep a program busy.

/** What a header's value may hold: tabs, and whatever can be seen, of one byte each. */
const CHARACTERS = ['\t', ...range(0x20, 0x7e), ...range(0x80, 0xff)];

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));
}

/**
 * Each character of a header so many times over. With a million, what takes a step for each pair of them takes longer than
 * any run of tests may.
 */
export function eachRepeated(times: number): string[] {
  return CHARACTERS.map((character) => character.repeat(times));
}
