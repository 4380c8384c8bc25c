// The Python client: its own tests, its types for those who check theirs, and what it has of the OpenAPI document.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fileOf, MODELS } from '../../scripts/client-version.ts';
import { writeFiles } from '../support/folders.ts';
import { missing } from '../support/missing.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = join(ROOT, 'clients/python/src');
const TESTS = fileURLToPath(new URL('python_client.py', import.meta.url));
// Debian's Python is the one that has Debian's pandas.
const PYTHON = '/usr/bin/python3';
const run = promisify(execFile);

const found = (program: string) => run(program, ['--version']).catch(() => undefined);
const [python, mypy] = await Promise.all([PYTHON, 'mypy'].map(found));

test('the Python client passes its own tests and leaves no connection open', {
  skip: missing('python3', python),
}, async () => {
  const options = { env: { ...process.env, PYTHONPATH: SOURCES }, timeout: 120_000 };
  const { stderr } = await run(PYTHON, ['-B', '-W', 'error::ResourceWarning', TESTS], options);
  assert.match(stderr, /^Ran \d\d+ tests/m);
  assert.doesNotMatch(stderr, /ResourceWarning/);
});

const TYPED = `
from typing import Dict, List, Optional
from sylva_client import AsyncClient, Client, SyncCounts, TimeoutError
from sylva_client.models import ExportedTree, MatchedTree

client = Client()
families: List[str] = [tree["family"] for tree in client.trees(tag="a", page=2)]
wfo: Optional[str] = client.tree("ceiba")["data"]["identifiers"]["wfo"]
tree: Optional[MatchedTree] = client.match_names(["Ceiba", None])[0]["tree"]
revision: str = client.changes("r1").revision
copy: Dict[str, ExportedTree] = {}
counts: SyncCounts = client.sync(on_upsert=lambda each: copy.update({each["slug"]: each}), on_remove=copy.pop)
file = client.sync("folder").file.name

async def main() -> int:
    async with AsyncClient() as service:
        return await service.trees().total
`;

test('mypy --strict finds nothing wrong in the Python client, and knows the fields of its answers', {
  skip: missing('mypy', mypy),
}, async (t) => {
  const wrong = 'from sylva_client import Client\nClient().tree("ceiba")["data"]["famly"]\n';
  const folder = writeFiles(t, { 'typed.py': TYPED, 'wrong.py': wrong });
  const check = (...what: string[]) =>
    run('mypy', ['--strict', '--cache-dir', join(folder, 'cache'), ...what], {
      env: { ...process.env, MYPYPATH: SOURCES },
    }).catch((error) => error);
  const { stdout } = await check(join(SOURCES, 'sylva_client'), join(folder, 'typed.py'));
  assert.match(stdout, /^Success: no issues found/);
  assert.match((await check(join(folder, 'wrong.py'))).stdout, /has no key "famly"/);
});

for (const [name, generate] of Object.entries(MODELS)) {
  test(`${name} is what the OpenAPI document says`, () => {
    assert.equal(readFileSync(fileOf(name), 'utf8'), generate(), 'run npm run generate');
  });
}
