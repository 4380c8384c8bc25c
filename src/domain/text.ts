// In charge of judging authored text: what is blank, what is cut off at the ends, which characters cannot be served, and how
// a message shows it.

/** Nothing that an eye would see. */
const INVISIBLE = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
const EDGE = /[\s\u200b\u2060\ufeff]/;
/** Control characters but tabs and line breaks, and halves of surrogate pairs. */
const ODD = /[^\P{Cc}\t\n\r]|\p{Cs}/u;
const NAMES: Record<number, string> = { 0: 'NUL', 27: 'ESC', 127: 'DEL' };

/** Whether a value says nothing. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return !isPlain(value.charCodeAt(0)) && INVISIBLE.test(value);
  return value === undefined || value === null;
}

/** Without blanks at its ends, of whatever kind. */
export function trimmed(text: string): string {
  if (isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(text.length - 1))) return text;
  let [start, end] = [0, text.length];
  while (start < end && isEdge(text, start)) start++;
  while (end > start && isEdge(text, end - 1)) end--;
  return text.slice(start, end);
}

function isEdge(text: string, at: number): boolean {
  return !isPlain(text.charCodeAt(at)) && EDGE.test(text[at]);
}

function isPlain(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

/** Most values are short, and looked at sooner than a pattern is. */
const SHORT = 50;

/** Whether a short text has nothing but ASCII that can be seen, and spaces. */
export function isPlainText(text: string): boolean {
  if (text.length > SHORT) return false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

export interface OddCharacter {
  offset: number;
  /** Such as `U+001B (ESC)`. */
  name: string;
}

/** The first character that cannot be served. */
export function oddCharacterIn(text: string): OddCharacter | undefined {
  const offset = text.search(ODD);
  if (offset === -1) return undefined;
  const code = text.charCodeAt(offset);
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const word = NAMES[code] ?? (code >= 0xd800 && code < 0xe000 ? 'half of a character' : undefined);
  return { offset, name: word ? `${number} (${word})` : number };
}

/** A value as a message shows it. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `“${text.length > 60 ? `${text.slice(0, 57)}…` : text}”`;
}
