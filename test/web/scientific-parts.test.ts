// Scientific names as botanists set them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scientificParts } from '../../web/explorer/scientific-parts.ts';

const set = (name: string) =>
  scientificParts(name)
    .map(({ text, isUpright }) => (isUpright ? text : text.replace(/^(.*?)( ?)$/, '_$1_$2')))
    .join('');

test('names are in italics, authors, ranks and signs of crossing upright', () => {
  for (const [name, expected] of Object.entries({
    'Quercus robur': '_Quercus robur_',
    'Drimys winteri var. granadensis': '_Drimys winteri_ var. _granadensis_',
    'Platanus × hispanica': '_Platanus_ × _hispanica_',
    '× Chitalpa tashkentensis': '× _Chitalpa tashkentensis_',
    'Bombax pentandrum L.': '_Bombax pentandrum_ L.',
    'Acacia senegal (L.) Willd. ex Delile': '_Acacia senegal_ (L.) Willd. ex Delile',
    'Pinus nigra J.F.Arnold subsp. laricio Palib. ex Maire':
      '_Pinus nigra_ J.F.Arnold subsp. _laricio_ Palib. ex Maire',
    "Acer palmatum 'Atropurpureum'": "_Acer palmatum_ 'Atropurpureum'",
    'Quercus ilex-folia': '_Quercus ilex-folia_',
  }))
    assert.equal(set(name), expected);
});

test('nothing of a name is lost', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const parts = scientificParts(name);
      assert.equal(parts.map(({ text }) => text).join(''), name);
    }),
  );
});
