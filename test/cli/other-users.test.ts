// What other users of the machine can make of a folder that they can write to.

import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  globSync,
  lchownSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { temporaryFolder } from '../support/folders.ts';
import {
  asOtherUser,
  folderOfOtherUser,
  OTHER_USER,
  sharedFolder,
  sylvaAsOtherUser,
  withoutOtherUsers,
} from '../support/other-user.ts';
import { sylva } from '../support/sylva.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const HEADER_BYTES = 20;

/** Compiled modules as Node keeps them, with another text in them and the checksum that fits it. */
function tamper(folder: string, text: string, other: string): number {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  const found = paths.filter((path) => readFileSync(path).includes(text));
  for (const path of found) {
    const bytes = Buffer.from(readFileSync(path, 'latin1').replaceAll(text, other), 'latin1');
    bytes.writeUInt32LE(crc32(bytes.subarray(HEADER_BYTES)), HEADER_BYTES - 4);
    writeFileSync(path, bytes);
  }
  return found.length;
}

test('compiled modules that somebody left in the shared temporary folder are not run', {
  skip: withoutOtherUsers,
}, async (t) => {
  const [shared, data] = [sharedFolder(t), folderOfOtherUser(t)];
  const words = ['allow', 'list', '--data', data];
  assert.equal((await sylvaAsOtherUser(['keys', 'create', '--name', 'A', '--data', data])).code, 0);
  const prepare = `require('module').enableCompileCache(process.env.CACHE); process.argv.splice(1, 0, 'sylva'); import('${MAIN}')`;
  const env = { CACHE: join(shared, 'node-compile-cache') };
  await asOtherUser(process.execPath, ['--expose-gc', '-e', prepare, '--', ...words], env);
  assert.ok(tamper(shared, 'The allowlist is empty.', 'Code of others was run.') > 0);
  const { stdout } = await sylvaAsOtherUser(words, { TMPDIR: shared });
  assert.equal(stdout, 'The allowlist is empty.\n');
});

test('a user who may not write beside the packages leaves nothing in the shared temporary folder', {
  skip: withoutOtherUsers,
}, async (t) => {
  const [shared, data] = [sharedFolder(t), folderOfOtherUser(t)];
  const words = ['keys', 'create', '--name', 'A', '--data', data];
  assert.equal((await sylvaAsOtherUser(words, { TMPDIR: shared })).code, 0);
  assert.deepEqual(readdirSync(shared), []);
});

test('a settings file that somebody else left in the working folder is refused, unless it is named', {
  skip: withoutOtherUsers,
}, async (t) => {
  const shared = sharedFolder(t);
  const [file, data] = [join(shared, 'sylva.toml'), temporaryFolder(t)];
  assert.equal((await sylva(['keys', 'create', '--name', 'A', '--data', data])).code, 0);
  writeFileSync(file, `data = "${data}"\n`);
  chownSync(file, OTHER_USER, OTHER_USER);
  const { code, stderr } = await sylva(['keys', 'list'], {}, shared);
  assert.equal(code, 2);
  assert.match(stderr, /^sylva\.toml in the working folder belongs to another user \(65534\).+ --config sylva\.toml /);
  assert.equal((await sylva(['keys', 'list', '--config', 'sylva.toml'], {}, shared)).code, 0);
  chownSync(file, 0, 0);
  assert.equal((await sylva(['keys', 'list'], {}, shared)).code, 0);
  assert.equal((await sylvaAsOtherUser(['version'], {}, shared)).code, 0, 'it reads no settings');
});

test('a settings file that everybody may write to is refused, and so are a link of somebody else and one to theirs', {
  skip: withoutOtherUsers,
}, async (t) => {
  const shared = temporaryFolder(t);
  const file = join(shared, 'sylva.toml');
  writeFileSync(file, `data = "${temporaryFolder(t)}"\n`);
  chmodSync(file, 0o666);
  const open = await sylva(['config'], {}, shared);
  assert.deepEqual([open.code, /^sylva\.toml .+ everybody may write to it/.test(open.stderr)], [2, true], open.stderr);
  chmodSync(file, 0o664);
  assert.equal((await sylva(['config'], {}, shared)).code, 0);
  const linked = temporaryFolder(t);
  symlinkSync(file, join(linked, 'sylva.toml'));
  assert.equal((await sylva(['config'], {}, linked)).code, 0);
  lchownSync(join(linked, 'sylva.toml'), OTHER_USER, OTHER_USER);
  assert.equal((await sylva(['config'], {}, linked)).code, 2, 'a link of somebody else');
  lchownSync(join(linked, 'sylva.toml'), 0, 0);
  chownSync(file, OTHER_USER, OTHER_USER);
  assert.equal((await sylva(['config'], {}, linked)).code, 2, 'a link to a file of somebody else');
});
