// The XML of archives: read strictly, without entities that make much out of little.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseXml, textInside, XmlError } from '../../../src/content/formats/archives/meta/xml.ts';
import { archiveFiles, CORE, readAsArchive } from '../../support/archives.ts';
import { found } from '../../support/sources.ts';

test('elements, attributes, text, comments and the five entities are read; prefixes go', () => {
  const text = `\ufeff<?xml version="1.0"?>\n<!-- a --><a:x y:z='1 &lt; &#50;' w = "&quot;">
    one <![CDATA[<two> & ]]><b/>&amp; &#x41;<!-- b --></a:x>\n`;
  const root = parseXml(text);
  assert.deepEqual(
    [root.name, root.line, [...root.attributes]],
    [
      'x',
      2,
      [
        ['z', '1 < 2'],
        ['w', '"'],
      ],
    ],
  );
  assert.equal(textInside(root), 'one <two> & & A');
  assert.deepEqual(
    root.children.map(({ name, line }) => [name, line]),
    [['b', 3]],
  );
});

test('what is no XML is refused with its line', () => {
  for (const [text, line, message] of [
    ['<a>\n<b></a>', 2, /<b> of line 2 is closed by another name/],
    ['<a>\n&unknown;</a>', 2, /&unknown; stands for nothing that is known/],
    ['<a>&#xD800;</a>', 1, /stands for nothing/],
    ['<a b=c/>', 1, /not in quotes/],
    ['<a b="1', 1, /the file ends too soon/],
    ['<a>', 1, /the file ends too soon/],
    ['<a/><b/>', 1, /more after the outermost element/],
    ['', 1, /An element should begin here/],
    ['<!DOCTYPE a [<!ENTITY x "y">]>\n<a>&x;</a>', 1, /DOCTYPE is not read/],
    ['<a>'.repeat(200), 1, /over 100 levels deep/],
  ] as const) {
    assert.throws(
      () => parseXml(text),
      (error: unknown) => error instanceof XmlError && error.line === line && message.test(error.message),
      text,
    );
  }
});

test('whatever stands in a text comes out of it', () => {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  fc.assert(
    fc.property(fc.string(), fc.string(), (attribute, text) => {
      const root = parseXml(`<a b="${escaped(attribute)}">${escaped(text)}</a>`);
      assert.deepEqual([root.attributes.get('b'), root.text], [attribute, text]);
    }),
  );
});

test('any text is XML or is refused', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '</',
    '/>',
    'a',
    'b',
    '="',
    '"',
    "'",
    '&',
    'amp;',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    ' ',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      try {
        parseXml(pieces.join(''));
      } catch (error) {
        assert.ok(error instanceof XmlError);
      }
    }),
  );
});

test('all that is wrong with meta.xml is told at once, with its lines', (t) => {
  const meta = `<archive>
<core rowType="http://rs.tdwg.org/dwc/terms/Taxon" encoding="KOI8">
<files></files>
<id index="first"/>
<field index="-1" term="scientificName"/>
<field index="2"/>
</core>
<extension><files><location>x.txt</location></files><coreid index="0"/></extension>
</archive>`;
  const { errors } = readAsArchive(t, { ...archiveFiles([CORE]), 'meta.xml': meta });
  assert.deepEqual(
    errors.map(({ code, file, line }) => `${code} ${file}:${line}`),
    [2, 2, 4, 5, 6, 8].map((line) => `broken-archive meta.xml:${line}`),
  );
});

test('a core of other rows, a file that is missing and a broken eml.xml are told', (t) => {
  const files = archiveFiles([CORE]);
  const occurrences = String(files['meta.xml']).replace('/Taxon"', '/Occurrence"');
  const other = readAsArchive(t, { ...files, 'meta.xml': occurrences });
  assert.match(other.errors[0].message, /rows of the kind Occurrence; trees are read from a core of the kind Taxon/);
  const moved = String(files['meta.xml']).replace('taxon.txt', '../taxon.txt');
  const gone = readAsArchive(t, { ...files, 'meta.xml': moved });
  assert.match(
    gone.errors[0].message,
    /meta\.xml names \.\.\/taxon\.txt, which is not in the archive\. There are: .*taxon\.txt/,
  );
  const eml = readAsArchive(t, { ...files, 'eml.xml': '<eml><dataset>' });
  assert.deepEqual(found(eml.warnings), ['broken-archive eml.xml:1 null']);
});
