// In charge of text that others wrote, on its way to a screen or a log for people: no command gets through to a terminal, and
// nothing hides, joins or turns around what stands beside it.

/** Controls, formatting (direction, joiners, tags), halves of characters, and breaks of lines and paragraphs. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const REPLACEMENT = '\ufffd';

/** In one line. */
export function shown(text: string): string {
  return text.replace(UNSHOWABLE, REPLACEMENT);
}

/** With its own line breaks. */
export function shownLines(text: string): string {
  return text.replace(UNSHOWABLE, (character) => (character === '\n' ? character : REPLACEMENT));
}

/** JSON that says the same without these characters in it: they can only stand in texts, where JSON can escape them. */
export function shownJson(json: string): string {
  return json.replace(UNSHOWABLE, (character) => {
    if (character === '\n') return character;
    return character.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  });
}

/** The first character of a text that cannot be shown, such as `U+202E`. */
export function unshowableIn(text: string): string | undefined {
  const [character] = text.match(UNSHOWABLE) ?? [];
  return character && `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}
