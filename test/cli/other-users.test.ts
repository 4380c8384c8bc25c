// What other users of the machine can make of a folder that they can write to.

import assert from 'node:assert/strict';
import { chmodSync, chownSync, lchownSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { command } from '../support/command.ts';
import { temporaryFolder } from '../support/folders.ts';
import {
  folderOfOtherUser,
  OTHER_USER,
  sharedFolder,
  sylvaAsOtherUser,
  withoutOtherUsers,
} from '../support/other-user.ts';
import { storeOf } from '../support/publishing.ts';

/** A folder of theirs with a store of theirs that holds nothing. */
async function storeOfOtherUser(t: TestContext): Promise<string> {
  const data = folderOfOtherUser(t);
  for (const word of ['add', 'remove']) {
    const { code, stderr } = await sylvaAsOtherUser(['allow', word, '192.0.2.1', '--data', data]);
    assert.equal(code, 0, stderr);
  }
  return data;
}

test('a user who may not write beside the packages leaves nothing in the shared temporary folder', {
  skip: withoutOtherUsers,
}, async (t) => {
  const [shared, data] = [sharedFolder(t), await storeOfOtherUser(t)];
  assert.equal((await sylvaAsOtherUser(['keys', 'list', '--data', data], { TMPDIR: shared })).code, 0);
  assert.deepEqual(readdirSync(shared), []);
});

test('a settings file that somebody else left in the working folder is refused, unless it is named', {
  skip: withoutOtherUsers,
}, async (t) => {
  const shared = sharedFolder(t);
  const file = join(shared, 'sylva.toml');
  const data = temporaryFolder(t);
  await storeOf(t, data);
  writeFileSync(file, `data = "${data}"\n`);
  chownSync(file, OTHER_USER, OTHER_USER);
  const { code, stderr } = await command(['keys', 'list'], {}, shared);
  assert.equal(code, 2);
  assert.match(stderr, /^sylva\.toml in the working folder belongs to another user \(65534\).+ --config sylva\.toml /);
  assert.equal((await command(['keys', 'list', '--config', 'sylva.toml'], {}, shared)).code, 0);
  chownSync(file, 0, 0);
  assert.equal((await command(['keys', 'list'], {}, shared)).code, 0);
  assert.equal((await sylvaAsOtherUser(['version'], {}, shared)).code, 0, 'it reads no settings');
});

test('a settings file that everybody may write to is refused, and so are a link of somebody else and one to theirs', {
  skip: withoutOtherUsers,
}, async (t) => {
  const shared = temporaryFolder(t);
  const file = join(shared, 'sylva.toml');
  writeFileSync(file, `data = "${temporaryFolder(t)}"\n`);
  chmodSync(file, 0o666);
  const open = await command(['config'], {}, shared);
  assert.deepEqual([open.code, /^sylva\.toml .+ everybody may write to it/.test(open.stderr)], [2, true], open.stderr);
  chmodSync(file, 0o664);
  assert.equal((await command(['config'], {}, shared)).code, 0);
  const linked = temporaryFolder(t);
  symlinkSync(file, join(linked, 'sylva.toml'));
  assert.equal((await command(['config'], {}, linked)).code, 0);
  lchownSync(join(linked, 'sylva.toml'), OTHER_USER, OTHER_USER);
  assert.equal((await command(['config'], {}, linked)).code, 2, 'a link of somebody else');
  lchownSync(join(linked, 'sylva.toml'), 0, 0);
  chownSync(file, OTHER_USER, OTHER_USER);
  assert.equal((await command(['config'], {}, linked)).code, 2, 'a link to a file of somebody else');
});
