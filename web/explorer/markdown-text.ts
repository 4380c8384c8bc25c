// In charge of what stands within a line of Markdown: emphasis, links, code. Markup of other kinds is left out, and its
// text kept. A text is walked once: what a mark looks for ahead of it ends, at the latest, with the next mark of its kind, so
// that no text takes longer than its length warrants.

import { type Piece, Run, withEmphasis } from './markdown-emphasis.ts';
import type { Inline } from './markdown-kinds.ts';
import { safeHref } from './plain.ts';

interface Source {
  text: string;
  /** A link within a link would be none. */
  isInLink: boolean;
  lastCommentEnd: number;
}

interface Found {
  pieces: Piece[];
  end: number;
}

type Reader = (source: Source, at: number) => Found | undefined;

const READERS: Record<string, Reader> = {
  '\\': readEscape,
  '\n': readLineEnd,
  '`': readCode,
  '<': readMarkup,
  '[': readLink,
  '!': readLink,
  '*': readRun,
  _: readRun,
};

const MARK = /[\\\n`<[!*_]/g;

const ESCAPE = /\\([!-/:-@[-`{-~])/y;
const CODE = /`([^`\n]+)`/y;
const LABEL = /!?\[([^[\]]*)\]/y;
/** Addresses may have brackets in them. */
const TARGET = /\(\s?<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s"[^"\n]*")?\s?\)/y;
const ADDRESS = /<(https?:\/\/[^\s<>]+)>/y;
const TAG = /<\/?[A-Za-z][^<>]*>/y;
const NOTE_MARK = /\[\^([^\s[\]]{1,40})\]/y;
const RUN = /\*+|_+/y;

export function parseInline(text: string, isInLink = false): Inline[] {
  const source: Source = { text, isInLink, lastCommentEnd: text.lastIndexOf('-->') };
  const pieces: Piece[] = [];
  let done = 0;
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    const found = index < done ? undefined : READERS[mark]?.(source, index);
    if (!found) continue;
    pieces.push(...plain(text.slice(done, index)), ...found.pieces);
    done = found.end;
  }
  pieces.push(...plain(text.slice(done)));
  return withEmphasis(pieces);
}

function plain(text: string): Inline[] {
  return text === '' ? [] : [{ kind: 'text', text: text.replace(/\s+/g, ' ') }];
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function readEscape({ text }: Source, at: number): Found | undefined {
  if (text[at + 1] === '\n') return { pieces: [{ kind: 'break' }], end: at + 2 };
  const [, sign] = matchAt(ESCAPE, text, at) ?? [];
  return sign === undefined ? undefined : { pieces: [{ kind: 'text', text: sign }], end: at + 2 };
}

/** Two blanks at the end of a line break it. */
function readLineEnd({ text }: Source, at: number): Found | undefined {
  return text.startsWith('  ', at - 2) ? { pieces: [{ kind: 'break' }], end: at + 1 } : undefined;
}

function readCode({ text }: Source, at: number): Found | undefined {
  const [whole, code = ''] = matchAt(CODE, text, at) ?? [];
  return whole === undefined ? undefined : { pieces: [{ kind: 'code', text: code }], end: at + whole.length };
}

function readMarkup({ text, isInLink, lastCommentEnd }: Source, at: number): Found | undefined {
  if (text.startsWith('<!--', at) && at + 4 <= lastCommentEnd) {
    return { pieces: [], end: text.indexOf('-->', at + 4) + 3 };
  }
  const [whole, address = ''] = matchAt(ADDRESS, text, at) ?? matchAt(TAG, text, at) ?? [];
  if (whole === undefined) return undefined;
  return { pieces: address === '' ? [] : linkTo(address, plain(address), isInLink), end: at + whole.length };
}

function readLink({ text, isInLink }: Source, at: number): Found | undefined {
  const [mark, note] = matchAt(NOTE_MARK, text, at) ?? [];
  if (mark !== undefined && note !== undefined) {
    return { pieces: [{ kind: 'note-mark', label: note }], end: at + mark.length };
  }
  const [label, inside] = matchAt(LABEL, text, at) ?? [];
  if (label === undefined) return undefined;
  const [rest, address] = matchAt(TARGET, text, at + label.length) ?? [];
  if (rest === undefined || !address) return undefined;
  const pieces = linkTo(address, parseInline(inside || address, true), isInLink);
  return { pieces, end: at + label.length + rest.length };
}

/** An address that leads to no page is left out. */
function linkTo(address: string, children: Inline[], isInLink: boolean): Inline[] {
  const href = isInLink ? undefined : safeHref(address);
  return href === undefined ? children : [{ kind: 'link', href, children }];
}

function readRun({ text }: Source, at: number): Found {
  const [run = ''] = matchAt(RUN, text, at) ?? [];
  const end = at + run.length;
  const [before, after] = [text.charAt(at - 1), text.charAt(end)];
  const isUnderscore = run.startsWith('_');
  const canOpen = !isBlank(after) && !(isUnderscore && isWord(before));
  const canClose = !isBlank(before) && !(isUnderscore && isWord(after));
  return { pieces: [new Run(run, canOpen, canClose)], end };
}

function isBlank(character: string): boolean {
  return character.trim() === '';
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
