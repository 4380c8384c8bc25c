import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactIn } from '../../src/domain/owner.ts';

test('a contact is a name, an address of mail, or both', () => {
  assert.deepEqual(contactIn('The herbarium'), { name: 'The herbarium', mail: null });
  assert.deepEqual(contactIn('flora@example.org'), { name: 'flora@example.org', mail: 'flora@example.org' });
  assert.deepEqual(contactIn('Flora <flora@example.org>'), { name: 'Flora', mail: 'flora@example.org' });
  assert.deepEqual(contactIn('<flora@example.org>'), { name: 'flora@example.org', mail: 'flora@example.org' });
});

test('what is no address of mail is part of the name', () => {
  for (const text of ['Flora <here>', 'Flora <a@b?bcc=c@d>', 'a@b@c', 'Flora <a@b', 'x <y> z'])
    assert.deepEqual(contactIn(text), { name: text, mail: null });
});
