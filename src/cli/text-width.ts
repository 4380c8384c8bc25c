// In charge of how wide a text is on a terminal, and of breaking it into lines.

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
const WIDE = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u;

/** Where it goes to no terminal, a text may be as wide as it likes. */
export function terminalWidth(stream: NodeJS.WriteStream = process.stdout): number {
  return stream.isTTY ? stream.columns || 80 : Number.POSITIVE_INFINITY;
}

export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return [...GRAPHEMES.segment(text)].reduce((width, { segment }) => width + (WIDE.test(segment) ? 2 : 1), 0);
}

/** Lines of at most that width, broken between words where it can be; nothing is cut off. */
export function wrap(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  return joined(
    text.split(' ').flatMap((each) => pieces(each, width)),
    width,
  );
}

/** The same, but broken between words only: a long address stays whole, so that it can be copied. */
export function wrapWords(text: string, width: number): string[] {
  return widthOf(text) <= width ? [text] : joined(text.split(' '), width);
}

function joined(words: string[], width: number): string[] {
  const lines = [''];
  for (const word of words) {
    const isFirst = lines.at(-1) === '';
    const longer = isFirst ? word : `${lines.at(-1)} ${word}`;
    if (isFirst || widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A word in pieces that each fit, such as a long address. */
function pieces(word: string, width: number): string[] {
  const parts = [''];
  for (const { segment } of GRAPHEMES.segment(word)) {
    if (widthOf(parts.at(-1) + segment) <= width) parts[parts.length - 1] += segment;
    else parts.push(segment);
  }
  return parts;
}
