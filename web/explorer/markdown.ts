// In charge of reading a tree's long text: Markdown to a tree of blocks. Components of MDX are left out, and their text
// kept.

import type { Block, Inline, Item, List } from './markdown-kinds.ts';
import { Lines } from './markdown-lines.ts';
import { isTableStart, readTable } from './markdown-table.ts';
import { parseInline } from './markdown-text.ts';

const FENCE = /^ {0,3}(```|~~~)/;
const HEADING = /^ {0,3}(#{1,6})\s/;
const RULE = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^ {0,3}(?:[-*+]|(\d{1,9})[.)])\s/;
const NOTE = /^ {0,3}\[\^([^\s[\]]{1,40})\]:/;
const CODE_OF_MDX = /^(?:import|export)\s/;

const STARTS = [FENCE, HEADING, RULE, QUOTE, ITEM, NOTE];
const DEEPEST = 4;

export function parseMarkdown(text: string, format: 'markdown' | 'mdx' | null = 'markdown', depth = 0): Block[] {
  const lines = new Lines(text.split(/\r\n?|\n/));
  const blocks: Block[] = [];
  while (!lines.isAtEnd) {
    const isCode = format === 'mdx' && CODE_OF_MDX.test(lines.current);
    if (isCode) lines.takeUntil((line) => line.trim() === '');
    else if (lines.current.trim() === '') lines.take();
    else blocks.push(readBlock(lines, format, depth));
  }
  const shown = blocks.filter((block) => block.kind !== 'paragraph' || block.children.some(isVisible));
  const isNote = ({ kind }: Block) => kind === 'note';
  return [...shown.filter((block) => !isNote(block)), ...shown.filter(isNote)];
}

function isVisible(inline: Inline): boolean {
  return inline.kind !== 'text' || inline.text.trim() !== '';
}

function readBlock(lines: Lines, format: 'markdown' | 'mdx' | null, depth: number): Block {
  const line = lines.current;
  const heading = HEADING.exec(line);
  if (FENCE.test(line)) return readCode(lines);
  if (heading) {
    lines.take();
    const text = withoutClosing(line.slice(heading[0].length));
    return { kind: 'heading', level: heading[1]?.length ?? 1, children: parseInline(text) };
  }
  if (RULE.test(line)) {
    lines.take();
    return { kind: 'rule' };
  }
  if (QUOTE.test(line) && depth < DEEPEST) return readQuote(lines, format, depth);
  if (ITEM.test(line)) return readList(lines, 0);
  if (NOTE.test(line)) return readNote(lines);
  return isTableStart(line, lines.next) ? readTable(lines) : readParagraph(lines);
}

/** A heading's text, without the signs that may close it. */
function withoutClosing(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') end--;
  return trimmed.slice(0, end).trimEnd();
}

function readCode(lines: Lines): Block {
  const fence = FENCE.exec(lines.take())?.[1] ?? '```';
  const text = lines.takeUntil((line) => line.trim().startsWith(fence)).join('\n');
  if (!lines.isAtEnd) lines.take();
  return { kind: 'code', text };
}

function readQuote(lines: Lines, format: 'markdown' | 'mdx' | null, depth: number): Block {
  const quoted = lines.takeUntil((line) => !QUOTE.test(line)).map((line) => line.replace(QUOTE, ''));
  return { kind: 'quote', children: parseMarkdown(quoted.join('\n'), format, depth + 1) };
}

/** Lists in lists, so deep; beyond that items of all depths stand in one row. */
function readList(lines: Lines, depth: number): List {
  const isOrdered = ITEM.exec(lines.current.trimStart())?.[1] !== undefined;
  const outermost = indentOf(lines.current) + INNER_INDENT;
  const items: { text: string; inner: string[] }[] = [];
  while (!lines.isAtEnd && goesOn(lines)) {
    const line = lines.take();
    const trimmed = line.trimStart();
    const item = ITEM.exec(trimmed);
    const last = items.at(-1);
    const isInner = last && depth < DEEPEST && (item ? indentOf(line) >= outermost : last.inner.length > 0);
    if (isInner) last.inner.push(line);
    else if (item) items.push({ text: trimmed.slice(item[0].length).trimStart(), inner: [] });
    else if (last && trimmed !== '') last.text += `\n${trimmed.trimEnd()}`;
  }
  const read = ({ text, inner }: (typeof items)[number]): Item => ({
    children: parseInline(text),
    inner: inner.length > 0 ? readList(new Lines(inner), depth + 1) : undefined,
  });
  return { kind: 'list', isOrdered, items: items.map(read) };
}

const INNER_INDENT = 2;

function goesOn(lines: Lines): boolean {
  if (lines.current.trim() === '') return ITEM.test(lines.next.trimStart());
  return ![FENCE, HEADING, QUOTE, NOTE].some((start) => start.test(lines.current));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function readNote(lines: Lines): Block {
  const [mark = '', label = ''] = NOTE.exec(lines.current) ?? [];
  const first = lines.take().slice(mark.length);
  return { kind: 'note', label, children: parseInline(textFrom(first, lines)) };
}

function readParagraph(lines: Lines): Block {
  return { kind: 'paragraph', children: parseInline(textFrom(lines.take(), lines)) };
}

/** A line and those that go on with it. */
function textFrom(first: string, lines: Lines): string {
  const isOver = (line: string) => line.trim() === '' || STARTS.some((start) => start.test(line));
  return [first, ...lines.takeUntil(isOver)].join('\n').trim();
}
