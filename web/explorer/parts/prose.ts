// In charge of showing a tree's long text: each kind of block and inline as the one element that stands for it. Written
// without markup of its own, so that tests can look at what it makes without a browser.

import { type ComponentChildren, h } from 'preact';
import { parseMarkdown } from '../markdown.ts';
import type { Block, Inline, Item } from '../markdown-kinds.ts';

interface Props {
  text: string;
  format: 'markdown' | 'mdx' | null;
  lang: string;
}

export function Prose({ text, format, lang }: Props): ComponentChildren {
  return h('div', { class: 'prose', lang }, parseMarkdown(text, format).map(showBlock));
}

function showBlock(block: Block): ComponentChildren {
  switch (block.kind) {
    // The page's own heading is the first; authors begin with any.
    case 'heading':
      return h(block.level <= 2 ? 'h2' : 'h3', null, block.children.map(showInline));
    case 'paragraph':
      return h('p', null, block.children.map(showInline));
    case 'list':
      return h(block.isOrdered ? 'ol' : 'ul', null, block.items.map(showItem));
    case 'table':
      return h('table', null, [
        h('thead', null, showRow('th')(block.head)),
        h('tbody', null, block.rows.map(showRow('td'))),
      ]);
    case 'note':
      return h('p', { class: 'note' }, [h('sup', null, block.label), ' ', block.children.map(showInline)]);
    case 'quote':
      return h('blockquote', null, block.children.map(showBlock));
    case 'code':
      return h('pre', null, h('code', null, block.text));
    case 'rule':
      return h('hr', null);
  }
}

function showItem({ children, inner }: Item): ComponentChildren {
  return h('li', null, [children.map(showInline), inner && showBlock(inner)]);
}

/** A blank cell heads nothing. */
function showRow(cell: 'th' | 'td'): (cells: Inline[][]) => ComponentChildren {
  return (cells) =>
    h(
      'tr',
      null,
      cells.map((each) => h(each.length === 0 ? 'td' : cell, null, each.map(showInline))),
    );
}

function showInline(inline: Inline): ComponentChildren {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'code':
      return h('code', null, inline.text);
    case 'strong':
      return h('strong', null, inline.children.map(showInline));
    case 'emphasis':
      return h('em', null, inline.children.map(showInline));
    case 'note-mark':
      return h('sup', null, inline.label);
    case 'break':
      return h('br', null);
    case 'link':
      return h('a', { href: inline.href, rel: 'noopener noreferrer' }, inline.children.map(showInline));
  }
}
