// Copies texts, so that they don't keep alive the chunk of a file that they were cut from.

export function detach(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf8').toString('utf8');
}

const MAX_INTERNED_CHARACTERS = 60;
const MAX_INTERNED = 50_000;
const copies = new Map<string, string>();

/** One copy of what many rows say, such as a family or a region. */
export function intern(text: string): string {
  if (text.length > MAX_INTERNED_CHARACTERS) return detach(text);
  const known = copies.get(text);
  if (known !== undefined) return known;
  if (copies.size >= MAX_INTERNED) copies.clear();
  const copy = detach(text);
  copies.set(copy, copy);
  return copy;
}
