// In charge of reading a tree's long text: Markdown to a tree of blocks. Components of MDX are left out, and their text
// kept.

import type { Block, Inline } from './markdown-kinds.ts';
import { parseInline } from './markdown-text.ts';

const FENCE = /^ {0,3}(```|~~~)/;
const HEADING = /^ {0,3}(#{1,6})\s/;
const RULE = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^ {0,3}(?:[-*+]|(\d{1,9})[.)])\s/;
const CODE_OF_MDX = /^(?:import|export)\s/;

const STARTS = [FENCE, HEADING, RULE, QUOTE, ITEM];
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
  return blocks.filter((block) => block.kind !== 'paragraph' || block.children.some(isVisible));
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
  return ITEM.test(line) ? readList(lines) : readParagraph(lines);
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

/** Items of all depths stand in one row: their order says enough. */
function readList(lines: Lines): Block {
  const isOrdered = ITEM.exec(lines.current)?.[1] !== undefined;
  const items: string[] = [];
  const isOver = (line: string) => [FENCE, HEADING, QUOTE].some((start) => start.test(line));
  const goesOn = () => (lines.current.trim() === '' ? ITEM.test(lines.next.trimStart()) : !isOver(lines.current));
  while (!lines.isAtEnd && goesOn()) {
    const line = lines.take().trimStart();
    const item = ITEM.exec(line);
    if (item) items.push(line.slice(item[0].length).trimStart());
    else if (line !== '') items.push(`${items.pop() ?? ''}\n${line.trimEnd()}`);
  }
  return { kind: 'list', isOrdered, items: items.map((item) => parseInline(item)) };
}

function readParagraph(lines: Lines): Block {
  const first = lines.take();
  const isOver = (line: string) => line.trim() === '' || STARTS.some((start) => start.test(line));
  return { kind: 'paragraph', children: parseInline([first, ...lines.takeUntil(isOver)].join('\n').trim()) };
}

class Lines {
  readonly #lines: string[];
  #at = 0;

  constructor(lines: string[]) {
    this.#lines = lines;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#lines.length;
  }

  get current(): string {
    return this.#lines[this.#at] ?? '';
  }

  get next(): string {
    return this.#lines[this.#at + 1] ?? '';
  }

  take(): string {
    return this.#lines[this.#at++] ?? '';
  }

  takeUntil(isOver: (line: string) => boolean): string[] {
    const start = this.#at;
    while (!this.isAtEnd && !isOver(this.current)) this.#at++;
    return this.#lines.slice(start, this.#at);
  }
}
