// What linters say of the API's description and of the client's package: nothing.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../support/folders.ts';
import { startTestService } from '../../support/service.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TOOLS = join(ROOT, 'test/tools');
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const PUBLIC = { 'public-url': 'https://trees.example.org/sylva', 'usage-policy-url': 'https://example.org/policy' };

function run(program: string, words: string[], cwd = TOOLS): Promise<{ code: number; output: string }> {
  const options = { cwd, maxBuffer: 2 ** 26, env: { ...process.env, ...QUIET } };
  return new Promise((resolve) => {
    execFile(program, words, options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, output: stdout || stderr });
    });
  });
}

const tool = (name: string) => join(TOOLS, 'node_modules/.bin', name);

async function spectral(file: string): Promise<string[]> {
  const words = ['lint', '--ruleset', 'spectral.yaml', '--format', 'json', '--quiet', '--fail-severity', 'hint', file];
  const { output } = await run(tool('spectral'), words);
  return JSON.parse(output).map(({ code, path }: any) => `${code} at ${path.join('.')}`);
}

async function redocly(file: string): Promise<string[]> {
  const { output } = await run(tool('redocly'), ['lint', '--extends', 'recommended', '--format', 'json', file]);
  return JSON.parse(output.slice(output.indexOf('{'))).problems.map(
    ({ ruleId, message }: any) => `${ruleId}: ${message}`,
  );
}

async function documentOf(t: TestContext, flags: Record<string, string>): Promise<string> {
  const { origin } = await startTestService(t, { flags });
  const file = join(temporaryFolder(t), 'openapi.json');
  writeFileSync(file, await (await fetch(`${origin}/openapi.json`)).text());
  return file;
}

for (const [name, flags] of [
  ['as it comes', {}],
  ['with a public address', { 'public-url': PUBLIC['public-url'] }],
  ['with a public address and a policy', PUBLIC],
] as const) {
  test(`the document ${name}: nothing from Redocly’s recommended rules, nor from Spectral’s OAS and OWASP rules`, async (t) => {
    const file = await documentOf(t, flags);
    assert.deepEqual(await redocly(file), []);
    assert.deepEqual(await spectral(file), []);
  });
}

test('the linters do find what is wrong', async (t) => {
  const file = await documentOf(t, {});
  const { license, contact, ...info } = JSON.parse(readFileSync(file, 'utf8')).info;
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), info, security: [] }));
  assert.ok((await redocly(file)).some((each) => each.startsWith('info-license')));
  const found = await spectral(file);
  for (const rule of ['info-contact', 'owasp:api2'])
    assert.ok(
      found.some((each) => each.startsWith(rule)),
      rule,
    );
});

test('the client’s types are just what the document makes them', async () => {
  const { code, output } = await run(process.execPath, ['generate-types.ts', '--check']);
  assert.equal(code, 0, output);
});

test('the map of the world is just what the atlases and the table make it', async () => {
  const { code, output } = await run(process.execPath, ['generate-map.ts', '--check']);
  assert.equal(code, 0, output);
});

test('the client’s package: nothing from publint, and types that are right for every way to import it', async (t) => {
  const client = join(ROOT, 'client');
  const publint = await run(tool('publint'), ['--strict', client]);
  assert.match(publint.output, /All good!/);
  const folder = temporaryFolder(t);
  const { version } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));
  await run('npm', ['pack', '--pack-destination', folder], client);
  const attw = await run(tool('attw'), [
    '--profile',
    'esm-only',
    '--no-color',
    join(folder, `sylva-client-${version}.tgz`),
  ]);
  assert.equal(attw.code, 0, attw.output);
});
