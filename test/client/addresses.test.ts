// Where the client is told the service is, what its errors say of it, and lists that are too long for one request.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { apiAddress } from '../../client/src/base-url.ts';
import { groupsOf } from '../../client/src/groups.ts';
import { SylvaClient } from '../../client/src/index.ts';
import { answer, startFakeService } from '../support/fake-service.ts';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

test('the base address may end with the version’s prefix, and with slashes', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  for (const end of ['', '/', '/api/v1', '/api/v1/', '/api/v1//']) {
    const { pagination } = await new SylvaClient({ baseUrl: origin + end }).trees.list();
    assert.equal(pagination.total, 1, end);
  }
  assert.equal(apiAddress('https://example.org/sylva/?x#y'), 'https://example.org/sylva/api/v1');
});

test('a base address without a scheme is told so, in one sentence', () => {
  for (const baseUrl of ['trees.example.org', 'localhost:3000', '//x', '', 'ftp://x', 'file:///x']) {
    assert.throws(() => new SylvaClient({ baseUrl }), {
      name: 'TypeError',
      message: `baseUrl must begin with https:// or http://, such as https://trees.example.org; it is ${baseUrl || 'empty'}.`,
    });
  }
});

test('an error names what was asked for: host and slug', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const error = await new SylvaClient({ baseUrl: origin }).trees.get('nowhere').catch((each) => each);
  assert.equal(error.name, 'NotFoundError');
  assert.equal(error.address, `${origin}/api/v1/trees/nowhere`);
  assert.ok(error.message.endsWith(` (${error.address})`), error.message);
  const gone = new SylvaClient({ baseUrl: 'http://localhost:9', maxRetries: 0 });
  await assert.rejects(gone.trees.get('oak'), { message: /localhost:9\/api\/v1\/trees\/oak\)$/ });
});

test('more names than one request takes are matched all the same, in their order and of one revision', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const names = Array.from({ length: 250 }, (_, index) =>
    index % 2 ? 'Ceiba pentandra' : `Nomen ${'ñ'.repeat(index % 90)}`,
  );
  const { data } = await new SylvaClient({ baseUrl: origin }).names.match(names);
  assert.deepEqual(
    data.map(({ name }) => name),
    names,
  );
  assert.ok(data.every(({ status }, index) => status === (index % 2 ? 'accepted' : 'none')));

  const of = (revision: string, name: string, count: number) =>
    answer(200, { data: new Array(count).fill({ name }), meta: { revision } });
  const service = await startFakeService(t, of('r1', 'a', 100), of('r2', 'b', 1), of('r2', 'c', 100), of('r2', 'd', 1));
  const later = await new SylvaClient({ baseUrl: service.baseUrl }).names.match(new Array(101).fill('x'));
  assert.deepEqual(
    later.data.map(({ name }) => name),
    [...new Array(100).fill('c'), 'd'],
  );
});

test('matches no names without a request', async () => {
  const fetch = () => assert.fail('a request');
  const client = new SylvaClient({ baseUrl: 'http://localhost', fetch });
  assert.deepEqual(await client.names.match([]), { data: [] });
  assert.deepEqual(await client.names.match(['']), {
    data: [{ name: '', status: 'none', tree: null, candidates: [] }],
  });
});

test('reports a name that is too long, blank or has control characters as none, and matches the others', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const [long, longest] = ['\u{1f333}'.repeat(201), '\u{1f333}'.repeat(200)];
  const names = [long, 'Ceiba pentandra', '', ' ', 'Ceiba\u0007', longest, 'Ceiba pentandra', long];
  const { data, meta } = await new SylvaClient({ baseUrl: origin }).names.match(names);
  assert.deepEqual(
    data.map(({ name, status }) => [name, status]),
    names.map((name) => [name, name === 'Ceiba pentandra' ? 'accepted' : 'none']),
  );
  assert.equal(meta?.revision, 'r1');
});

test('rejects an answer that has fewer names than were asked for', async (t) => {
  const { baseUrl } = await startFakeService(t, answer(200, { data: [{ name: 'a' }], meta: { revision: 'r1' } }));
  await assert.rejects(new SylvaClient({ baseUrl }).names.match(['a', 'b']), {
    name: 'UnexpectedAnswerError',
    message: '1 of 2 names were answered.',
  });
});

test('groups hold every value once, in its order, and each fits into one address', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { maxLength: 400 }), (values) => {
      const groups = groupsOf(values);
      assert.deepEqual(groups.flat(), values);
      for (const group of groups) {
        assert.ok(group.length <= 100);
        assert.ok(group.length === 1 || new URLSearchParams([['', group.join('')]]).toString().length <= 6000);
      }
    }),
  );
});

test('an export is had as the file that the service makes', async (t) => {
  const { origin, api } = await startTestService(t, { trees: [makeTree()] });
  const { name, revision, pieces } = await new SylvaClient({ baseUrl: origin }).exports.file({ format: 'csv' });
  assert.deepEqual([name, revision], ['sylva-r1.csv', 'r1']);
  const text = Buffer.concat(await Array.fromAsync(pieces)).toString();
  assert.equal(text, await (await fetch(`${api}/exports/trees?format=csv`)).text());
});
