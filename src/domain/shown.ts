// Escapes foreign text for terminals and logs: no control sequence gets through, and nothing hides, joins or reverses the
// text alongside.

/** Controls, formatting (direction, joiners, tags), lone surrogates, line and paragraph separators. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const REPLACEMENT = '\ufffd';

export function shown(text: string): string {
  return text.replace(UNSHOWABLE, REPLACEMENT);
}

export function shownLines(text: string): string {
  return text.replace(UNSHOWABLE, (character) => (character === '\n' ? character : REPLACEMENT));
}

/** Escapes these characters in JSON, where they can only be inside strings. */
export function shownJson(json: string): string {
  return json.replace(UNSHOWABLE, (character) => {
    if (character === '\n') return character;
    return character.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  });
}

/** The first unshowable character, such as `U+202E`. */
export function unshowableIn(text: string): string | undefined {
  const [character] = text.match(UNSHOWABLE) ?? [];
  return character && `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}
