// A tree's long text: read as Markdown, shown as the few elements that it may become.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Prose } from '../../web/explorer/parts/prose.ts';

const ELEMENTS = 'div h2 h3 p ul ol li blockquote pre code strong em a br hr table thead tbody tr th td sup'.split(' ');
const ATTRIBUTES = ['class', 'lang', 'href', 'rel'];

type Node = { type: string; props: Record<string, any> };

function elementsOf(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(elementsOf);
  if (typeof node !== 'object' || node === null) return [];
  return [node as Node, ...elementsOf((node as Node).props.children)];
}

const render = (text: string, format: 'markdown' | 'mdx' = 'markdown') =>
  elementsOf(Prose({ text, format, lang: 'en' })).slice(1);

const textOf = (node: unknown): string => {
  if (Array.isArray(node)) return node.map(textOf).join('');
  return typeof node === 'string' ? node : node ? textOf((node as Node).props.children) : '';
};
const shown = (text: string, format?: 'mdx') => textOf(Prose({ text, format: format ?? 'markdown', lang: 'en' }));
const outline = (text: string) =>
  render(text)
    .map(({ type }) => type)
    .join(' ');

test('headings, paragraphs, lists, quotes, code and rules are read', () => {
  assert.equal(outline('# One\n\nTwo\nlines\n\n### Three'), 'h2 p h3');
  assert.equal(outline('- one\n- two\n  goes on\n\n1. first\n2) second'), 'ul li li li li');
  assert.equal(outline('1. first\n2. second\n## Next'), 'ol li li h2');
  assert.equal(outline('> said\n> twice\n\n---\n\n```js\n# no heading\n```'), 'blockquote p hr pre code');
});

test('lists stand in lists', () => {
  assert.equal(outline('- one\n  - inner\n    1. innermost\n  - next\n- two'), 'ul li ul li ol li li li');
  assert.equal(outline('- one\n  goes on\n  - inner\n    goes on\n- two'), 'ul li ul li li');
  assert.equal(shown('- one\n  goes on\n  - inner\n    goes on\n- two'), 'one goes oninner goes ontwo');
});

test('tables have heads and cells, and a bar may stand in one', () => {
  const table = '| Oak | *Height* |\n|:---|---:|\n| a \\| b | 40 m |\n| c |';
  assert.equal(outline(table), 'table thead tr th th em tbody tr td td tr td');
  assert.equal(shown(table), 'OakHeighta | b40 mc');
  assert.equal(
    outline('| | a |\n|---|---|\n| b | c |'),
    'table thead tr td th tbody tr td td',
    'a blank one heads nothing',
  );
  assert.equal(outline('a | b\nno table'), 'p');
});

test('footnotes come last, and where they belong is marked', () => {
  assert.equal(outline('Said.[^1]\n\n[^1]: By whom\nand when.\n\nMore.'), 'p sup p p sup');
  assert.equal(shown('Said.[^1]\n\n[^1]: By whom\nand when.\n\nMore.'), 'Said.1More.1 By whom and when.');
});

test('emphasis, links, code and breaks are read within lines', () => {
  assert.equal(
    outline('*a* _b_ **c** __d__ `e` [f](https://example.org) <https://example.org>  \ng'),
    'p em em strong strong code a a br',
  );
  assert.equal(outline('**bold with *emphasis* inside**'), 'p strong em');
  assert.equal(outline('*with **bold** inside*, ***both***, a*b*c, **a*b*c**'), 'p em strong em strong em strong em');
  assert.equal(shown('snake_case_name, 2 * 3 * 4, \\*plain\\*'), 'snake_case_name, 2 * 3 * 4, *plain*');
  assert.equal(
    render('[x](https://en.wikipedia.org/wiki/Ceiba_(tree))')[1]?.props.href,
    'https://en.wikipedia.org/wiki/Ceiba_(tree)',
  );
});

test('what closes nothing, or is not closed, is text', () => {
  for (const text of ['**a *b', 'a** b*', '_a *b_ c*', '`a', '[a](b', '<!-- a', '# a\n\n**'])
    assert.equal(shown(text), text.replaceAll(/^# |\n/g, '').replace('_a *b_', 'a *b'), text);
});

test('elements stand in elements only so deep, and no text is lost beyond', () => {
  const text = `${'*a _b '.repeat(1000)}${'c_ d* '.repeat(1000)}`;
  assert.equal(outline(text), 'p em em em em');
  assert.equal(shown(text), text.replaceAll(/[*_]/g, '').trim());
});

test('a link within a link is none', () => {
  assert.equal(outline('[**<https://a.example>**](https://b.example)'), 'p a strong');
});

test('only links to pages and mailboxes are links; the text of others stays', () => {
  for (const address of [
    'javascript:alert(1)',
    'JaVaScRiPt:x',
    'data:text/html,x',
    'vbscript:x',
    '/etc',
    '#a',
    'java&#115;cript:x',
  ]) {
    assert.equal(outline(`[text](${address})`), 'p', address);
    assert.equal(shown(`[text](${address})`), 'text');
  }
  assert.equal(render('[a](mailto:a@example.org)')[1]?.props.href, 'mailto:a@example.org');
});

test('markup of other kinds and components are left out, and their text kept', () => {
  assert.equal(shown('import duties were paid'), 'import duties were paid');
  assert.equal(shown('<script>alert(1)</script> <b onclick="x">bold</b> <!-- hidden -->end'), 'alert(1) bold end');
  assert.equal(shown('import Map from "./map"\n\n<Map lat={1}>Here</Map>\n\n and text', 'mdx'), 'Hereand text');
});

/** Pieces of Markdown, HTML and mischief, put together at random. */
const PIECES = [
  ...[
    '**',
    '__',
    '*',
    '_',
    '`',
    '```\n',
    '~~~\n',
    '[',
    ']',
    '](',
    ')',
    '<',
    '>',
    '!',
    '\\',
    '\n',
    '\n\n',
    '  \n',
    '> ',
    '- ',
    '1. ',
    '# ',
    '---',
    '|',
    '|-|\n',
    '[^1]',
    '[^1]: ',
    '  - ',
    '\n    ',
  ],
  ...[
    'javascript:alert(1)',
    'https://example.org/',
    'data:text/html,',
    'java\tscript:',
    '<script>',
    '</script>',
    '<img src=x onerror=y>',
  ],
  ...['<a href="javascript:x">', 'onclick=', '&#106;', 'import x', 'text', ' ', '\u0000', '\u202e'],
];
const mischief = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 })), { maxLength: 40 });

test('whatever is written, only harmless elements, attributes and addresses come of it', () => {
  fc.assert(
    fc.property(mischief, fc.constantFrom('markdown' as const, 'mdx' as const), (pieces, format) => {
      for (const { type, props } of render(pieces.join(''), format)) {
        assert.ok(ELEMENTS.includes(type), type);
        const { children, ...attributes } = props;
        for (const name of Object.keys(attributes)) assert.ok(ATTRIBUTES.includes(name), name);
        if (type === 'a') assert.match(attributes.href, /^(https?:|mailto:)/);
        assert.equal(attributes.dangerouslySetInnerHTML, undefined);
      }
    }),
    { numRuns: 2000 },
  );
});

const REPEATED = [
  ...['[', '![](', '[a](b ', '[a](b "', '[a](b(', '`a', '<!--', '<a ', '<https://a', '<https://a.example>', '\\'],
  ...[
    '**a ',
    '__a ',
    '*a',
    '*_',
    '*a* ',
    '***a** b',
    '> ',
    '- ',
    '1. ',
    '  \n',
    '> a\n',
    '- a\n',
    '```\n',
    '# \n',
    '---\n',
    '|',
    '|\\',
    '|a\n|-\n',
    'a|b\n',
    '[^1]',
    '[^1]: a\n',
    '  - a\n',
    '- a\n  - b\n    - c\n',
  ],
];

/** What stands before, what is repeated, and what stands behind. */
const HOSTILE: [string, string, string][] = [
  ['a|b\n-|-\n', 'a|b\n', ''],
  ['', `${' '.repeat(1000)}- a\n`, ''],
  ...REPEATED.map((piece): [string, string, string] => ['', piece, '']),
  ['# ', ' ', 'x'],
  ['# a', ' #', ' x'],
  ['- ', ' ', 'x'],
  ['a', ' ', 'b\nc'],
  ['-', ' -', ' x'],
  ['[a](', 'b(c)', ' '],
  ['<https://', '木', '>'],
  ['', '*', 'a'],
  ['*a '.repeat(40_000), 'b* ', ''],
  ['*_a '.repeat(40_000), 'b_* c', ''],
];

// With so many letters, what takes a step for each pair of them takes longer than any run of tests may.
test('a long text takes no longer to show than its length warrants, whatever it is made of', () => {
  for (const [before, repeated, behind] of HOSTILE) {
    const text = before + repeated.repeat(200_000 / repeated.length) + behind;
    assert.ok(Prose({ text, format: 'markdown', lang: 'en' }), repeated);
  }
});
