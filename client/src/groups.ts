// In charge of values that are too many for one request: in groups that each fit into one address.

const MOST_VALUES = 100;
/** An address may have 8 kB; each value brings the name of its parameter. */
const MOST_CHARACTERS = 6000;

export function groupsOf(values: readonly string[]): string[][] {
  const groups: string[][] = [];
  let characters = 0;
  for (const value of values) {
    const length = new URLSearchParams([['', value]]).toString().length;
    characters += length;
    const last = groups.at(-1);
    if (last && last.length < MOST_VALUES && characters <= MOST_CHARACTERS) last.push(value);
    else {
      groups.push([value]);
      characters = length;
    }
  }
  return groups;
}
