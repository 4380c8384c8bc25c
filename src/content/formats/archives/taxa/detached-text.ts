// In charge of texts that outlive the piece of a file they were cut from: a cut holds on to the whole piece, a copy does not.

/** A text by itself. */
export function kept(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf8').toString('utf8');
}

const LONGEST_SHARED = 60;
const MOST_SHARED = 50_000;
const copies = new Map<string, string>();

/** One copy of what many rows say, such as a family or a region. */
export function shared(text: string): string {
  if (text.length > LONGEST_SHARED) return kept(text);
  const known = copies.get(text);
  if (known !== undefined) return known;
  if (copies.size >= MOST_SHARED) copies.clear();
  const copy = kept(text);
  copies.set(copy, copy);
  return copy;
}
