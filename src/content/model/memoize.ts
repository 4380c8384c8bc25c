// Caches what a pure function makes of short texts that recur, such as the keys of rows. A source cannot fill the memory with it.

const MAX_TEXTS = 10_000;
const MAX_CHARACTERS = 200;

export function memoize<T>(work: (text: string) => T, maxTexts = MAX_TEXTS): (text: string) => T {
  const known = new Map<string, { made: T }>();
  return (text) => {
    const found = known.get(text);
    if (found) return found.made;
    const made = work(text);
    if (text.length > MAX_CHARACTERS) return made;
    if (known.size >= maxTexts) known.clear();
    known.set(text, { made });
    return made;
  };
}
