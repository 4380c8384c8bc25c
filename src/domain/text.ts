const INVISIBLE = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
const EDGE = /[\s\u200b\u2060\ufeff]/;
/** Control characters except tabs and line breaks, and lone surrogates. */
const ODD = /[^\P{Cc}\t\n\r]|\p{Cs}/u;
const NAMES: Record<number, string> = { 0: 'NUL', 27: 'ESC', 127: 'DEL' };

export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return !isPlain(value.charCodeAt(0)) && INVISIBLE.test(value);
  return value === undefined || value === null;
}

/** Without Unicode blanks at its ends. */
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

const SHORT = 50;

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

/** Shortens and quotes a value for a message. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `“${text.length > 60 ? `${text.slice(0, 57)}…` : text}”`;
}
