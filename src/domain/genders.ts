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
