// Identifiers of other catalogues: what can be one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REGISTERS, wrongIdentifier } from '../../src/domain/identifiers.ts';

const RIGHT = {
  wfo: ['wfo-0000586842', 'WFO-0000586842', 'wfo-0000586842-2023-12'],
  ipni: ['11187-2', '30000959-2', 'urn:lsid:ipni.org:names:11187-2'],
  gbif: ['5406697', '7'],
  iucn: ['61782438', '61782438/61782442'],
};
const WRONG = {
  wfo: ['wfo-586842', '0000586842', 'wfo0000586842', 'wfo-00005868421'],
  ipni: ['11187', '011187-2', '11187-0', '11187-22', 'ipni:11187-2', 'urn:lsid:ipni.org:authors:1-1'],
  gbif: ['gbif-1', '12a', '1.5'],
  iucn: ['LC', '61782438/', '/1', '1 2'],
};

test('identifiers are told from what cannot be one', () => {
  for (const [register, texts] of Object.entries(RIGHT))
    for (const text of texts) assert.equal(wrongIdentifier(register, text), undefined, text);
  for (const [register, texts] of Object.entries(WRONG))
    for (const text of texts) assert.ok(wrongIdentifier(register, text), text);
  assert.equal(wrongIdentifier('tropicos', 'whatever'), undefined);
});

test('every register’s example is one', () => {
  for (const [register, { example }] of Object.entries(REGISTERS)) {
    assert.equal(wrongIdentifier(register, example), undefined);
  }
  assert.equal(wrongIdentifier('constructor', '1'), undefined);
});
