const INVISIBLE = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
const EDGE = /[\s\u200b\u2060\ufeff]/;
/** Control characters except tabs and line breaks, and lone surrogates. */
const ODD = /[^\P{Cc}\t\n\r]|\p{Cs}/u;
const NAMES: Record<number, string> = { 0: 'NUL', 27: 'ESC', 127: 'DEL' };

export function isBlank(value: unknown): boolean {
  return typeof value === 'string' ? INVISIBLE.test(value) : value === undefined || value === null;
}

/** Without Unicode blanks at its ends. */
export function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && EDGE.test(text[start])) start++;
  while (end > start && EDGE.test(text[end - 1])) end--;
  return text.slice(start, end);
}

export interface OddCharacter {
  offset: number;
  /** Such as `U+001B (ESC)`. */
  name: string;
}

export function oddCharacterIn(text: string): OddCharacter | undefined {
  const offset = text.search(ODD);
  if (offset === -1) return undefined;
  const code = text.charCodeAt(offset);
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const word = NAMES[code] ?? (code >= 0xd800 && code < 0xe000 ? 'half of a character' : undefined);
  return { offset, name: word ? `${number} (${word})` : number };
}

export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `“${text.length > 60 ? `${text.slice(0, 57)}…` : text}”`;
}
