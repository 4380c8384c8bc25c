// Copies texts, so that they don't keep alive the chunk of a file that they were cut from.

/** A text by itself. */
export function kept(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf8').toString('utf8');
}

const MAX_SHARED_CHARACTERS = 60;
const MAX_SHARED = 50_000;
const copies = new Map<string, string>();

/** One copy of what many rows say, such as a family or a region. */
export function shared(text: string): string {
  if (text.length > MAX_SHARED_CHARACTERS) return kept(text);
  const known = copies.get(text);
  if (known !== undefined) return known;
  if (copies.size >= MAX_SHARED) copies.clear();
  const copy = kept(text);
  copies.set(copy, copy);
  return copy;
}
