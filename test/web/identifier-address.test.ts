// The pages of identifiers in other catalogues.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REGISTERS } from '../../src/domain/identifiers.ts';
import { identifierAddress } from '../../web/explorer/identifier-address.ts';

test('links each well-formed identifier to its page', () => {
  for (const [register, { example }] of Object.entries(REGISTERS))
    assert.match(identifierAddress(register, example) ?? '', /^https:\/\/www\.[a-z]+\.org\//);
  assert.equal(identifierAddress('ipni', 'urn:lsid:ipni.org:names:11187-2'), 'https://www.ipni.org/n/11187-2');
  for (const ofName of ['wfo-0000586842', 'WFO-0000586842-2023-12'])
    assert.equal(identifierAddress('wfo', ofName), 'https://www.worldfloraonline.org/taxon/wfo-0000586842');
});

test('links no malformed identifier, and none of an unknown register', () => {
  assert.equal(identifierAddress('wfo', 'nonsense'), undefined);
  assert.equal(identifierAddress('constructor', '1'), undefined);
});
