// Splits a written name into tokens: words, each with the dot after it, and signs. Blanks around dots, brackets and commas
// make no difference.

export interface Token {
  text: string;
  start: number;
  end: number;
  isWord: boolean;
  isDotted: boolean;
  /** Whether it follows the dot of a word directly, as in `J.F.Arnold`. */
  isJoined: boolean;
}

const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-'’][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*|\S/gu;
const WORD = /^[\p{L}\p{N}]/u;
const CAPITAL = /^\p{Lu}/u;

/** Without invisible characters, with one kind of blank, hyphen and hybrid sign. */
export function plainText(text: string): string {
  return text
    .replace(/[\s_]/g, ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[×✕✖]/g, ' × ')
    .trim();
}

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const last = tokens.at(-1);
    const end = index + token.length;
    if (last && token === 't' && last.end === index && isParticleT(text, last, end)) {
      Object.assign(last, { text: `${last.text}t`, end, isWord: true });
    } else if (token === '.' && last?.isWord && !last.isDotted) {
      last.isDotted = true;
      last.end = end;
    } else {
      const isJoined = last?.isDotted === true && last.end === index;
      tokens.push({ text: token, start: index, end, isWord: WORD.test(token), isDotted: false, isJoined });
    }
  }
  return tokens;
}

/** The Dutch particle `'t` is a word; other apostrophes outside words are quotes. */
function isParticleT(text: string, { text: quote }: Token, end: number): boolean {
  if (quote !== "'" && quote !== '’') return false;
  let next = end;
  while (text[next] === ' ') next++;
  return next > end && CAPITAL.test(text.slice(next, next + 2));
}
