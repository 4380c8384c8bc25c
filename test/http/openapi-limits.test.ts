// What the OpenAPI document says that a request may be is what the service takes, and nothing beyond.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOCUMENT } from '../support/schemas.ts';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

const trees = [makeTree()];
const { parameters } = DOCUMENT.paths['/trees'].get;
const inQuery: any[] = parameters.filter((each: any) => each.in === 'query');
const one = ({ schema }: any) => schema.items ?? schema;
const open = inQuery.filter((each) => ['family', 'tag', 'distribution', 'search'].includes(each.name));
const whole = inQuery.filter((each) => one(each).type === 'integer');

async function asking(t: Parameters<typeof startTestService>[0]) {
  const { api } = await startTestService(t, { trees });
  return async (query: string) => {
    const response = await fetch(`${api}/trees?${query}`);
    await response.arrayBuffer();
    return response.status;
  };
}

test('a text may be as long as the document says, in characters of whatever kind', async (t) => {
  const status = await asking(t);
  assert.equal(open.length, 4);
  for (const each of open) {
    const { maxLength } = one(each);
    for (const character of ['x', 'ñ', '🌳']) {
      const text = encodeURIComponent(character.repeat(maxLength));
      assert.equal(await status(`${each.name}=${text}`), 200, `${each.name} of ${character}`);
      assert.equal(await status(`${each.name}=${text}x`), 400, `${each.name} of ${character}`);
    }
  }
});

test('composed and decomposed spellings count the same', async (t) => {
  const status = await asking(t);
  for (const form of ['NFC', 'NFD']) {
    const text = encodeURIComponent('ñ'.repeat(200).normalize(form));
    assert.equal(await status(`search=${text}`), 200, form);
    assert.equal(await status(`search=${text}x`), 400, form);
  }
});

test('just the characters that the pattern excludes are refused', async (t) => {
  const status = await asking(t);
  const [{ pattern }] = open.map(one);
  for (let code = 0; code < 0x100; code++) {
    const text = `a${String.fromCharCode(code)}b`;
    const expected = new RegExp(pattern).test(text) ? 200 : 400;
    assert.equal(await status(`family=${encodeURIComponent(text)}`), expected, `U+${code.toString(16)}`);
  }
});

test('a number may be from the least to the most, and an enumerated value one of the list', async (t) => {
  const status = await asking(t);
  for (const each of whole) {
    const { minimum, maximum } = one(each);
    for (const right of [minimum, maximum]) assert.equal(await status(`${each.name}=${right}`), 200);
    for (const wrong of [minimum - 1, maximum + 1]) assert.equal(await status(`${each.name}=${wrong}`), 400);
  }
  for (const each of inQuery) {
    for (const value of one(each).enum ?? []) assert.equal(await status(`${each.name}=${value}`), 200);
  }
});

test('as many values of one parameter as an address has room for, and never more than the document says', async (t) => {
  const status = await asking(t);
  const { maxItems } = inQuery.find(({ name }) => name === 'tag').schema;
  const values = (count: number) => Array.from({ length: count }, () => 'tag=x').join('&');
  assert.equal(await status(values(maxItems - 5)), 200);
  assert.equal(await status(values(maxItems + 1)), 414);
});
