// In charge of what stands within a line of Markdown: emphasis, links, code. Markup of other kinds is left out, and its
// text kept. Whatever is written, only these kinds can come of it.

import { safeHref } from './plain.ts';

export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }
  | { kind: 'break' };

/** Each repetition is bounded, so that no text takes longer than its length warrants. */
const MARKS = new RegExp(
  [
    /\\(?<escaped>[!-/:-@[-`{-~])/,
    /(?: {2,}|\\)\n(?<hardBreak>)/,
    /`(?<code>[^`\n]{1,1000})`/,
    /!?\[(?<label>[^[\]]{0,500})\]\(\s?<?(?<target>(?:[^\s<>()]|\([^\s<>()]{0,200}\)){1,1000})>?(?:\s"[^"\n]{0,300}")?\s?\)/,
    /<(?<address>https?:\/\/[^\s<>]{1,1000})>/,
    /<!--[\s\S]{0,1000}?-->|<\/?[A-Za-z][^<>]{0,1000}>(?<markup>)/,
    /\*\*(?=\S)(?<starStrong>[\s\S]{0,999}?[^\s*])\*\*/,
    /(?<!\w)__(?=\S)(?<lineStrong>[\s\S]{0,999}?\S)__(?!\w)/,
    /\*(?=[^\s*])(?<star>[^*]{0,999}?[^\s*])\*/,
    /(?<!\w)_(?=\S)(?<line>[^_]{0,999}?\S)_(?!\w)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

const DEEPEST = 4;

export function parseInline(text: string, depth = 0): Inline[] {
  if (depth > DEEPEST) return [{ kind: 'text', text }];
  const found: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(MARKS)) {
    found.push(...plain(text.slice(at, match.index)), ...inlineOf(match.groups ?? {}, depth));
    at = match.index + match[0].length;
  }
  return [...found, ...plain(text.slice(at))];
}

function plain(text: string): Inline[] {
  return text === '' ? [] : [{ kind: 'text', text: text.replace(/\s+/g, ' ') }];
}

function inlineOf(groups: Record<string, string | undefined>, depth: number): Inline[] {
  const { escaped, hardBreak, code, label, target, address } = groups;
  const strong = groups.starStrong ?? groups.lineStrong;
  const emphasis = groups.star ?? groups.line;
  if (escaped !== undefined) return [{ kind: 'text', text: escaped }];
  if (hardBreak !== undefined) return [{ kind: 'break' }];
  if (code !== undefined) return [{ kind: 'code', text: code }];
  if (target !== undefined) return linkTo(target, parseInline(label || target, depth + 1));
  if (address !== undefined) return linkTo(address, [{ kind: 'text', text: address }]);
  if (strong !== undefined) return [{ kind: 'strong', children: parseInline(strong, depth + 1) }];
  if (emphasis !== undefined) return [{ kind: 'emphasis', children: parseInline(emphasis, depth + 1) }];
  return [];
}

/** An address that leads to no page is left out; a link within a link would be none. */
function linkTo(address: string, children: Inline[]): Inline[] {
  const href = safeHref(address);
  return href === undefined ? children : [{ kind: 'link', href, children: children.flatMap(withoutLink) }];
}

function withoutLink(inline: Inline): Inline[] {
  return inline.kind === 'link' ? inline.children : [inline];
}
