// The docs are part of the product: what exists is documented, and what they name exists.

import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { configurationPage, PAGE } from '../scripts/configuration.ts';
import { COMMANDS } from '../src/cli/commands.ts';
import { readSettingsFile } from '../src/config/file.ts';
import { flagOf, readSettings, SETTING_NAMES, variableOf } from '../src/config/settings.ts';
import { FIELD_NAMES } from '../src/domain/fields/fields.ts';
import { TreeDetail } from '../src/domain/tree.ts';
import { OPERATIONS } from '../src/http/operations/routes.ts';
import { LIST_PARAMETERS } from '../src/http/query/parameters.ts';
import { PROBLEMS } from '../src/http/response/problems.ts';
import { PAGES } from '../src/http/site/pages.ts';
import { WARNING_CODES } from '../src/observe/warnings.ts';
import { writeFiles } from './support/folders.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** Tables are padded by the formatter. */
const readTables = (path: string) => read(path).replace(/ +/g, ' ').replaceAll('\\|', '|');
const [api, operations, content, monitoring] = ['api', 'operations', 'content', 'monitoring'].map((name) =>
  readTables(`docs/${name}.md`),
);

const pages = globSync(['*.md', 'docs/**/*.md', 'content/README.md', 'client/README.md', 'clients/**/*.md'], {
  cwd: ROOT,
});
assert.ok(pages.length > 8);

test('the page of settings is the one that the table makes', () => {
  assert.equal(readFileSync(PAGE, 'utf8'), configurationPage(), 'npm run generate');
  for (const name of SETTING_NAMES)
    assert.ok(configurationPage().includes(`| \`--${flagOf(name)}\` | \`${variableOf(name)}\` |`), name);
});

test('the settings file that the docs show is a right one', (t) => {
  const [, toml] = /```toml\n(.*?)```/s.exec(configurationPage()) as RegExpExecArray;
  const { port, trustProxy } = readSettings(
    {},
    {},
    readSettingsFile(join(writeFiles(t, { 'x.toml': toml }), 'x.toml')),
  );
  assert.deepEqual([port, trustProxy.length], [8080, 2]);
});

test('every command is documented', () => {
  for (const { name, positionals = [], flags = {} } of COMMANDS) {
    assert.ok(operations.includes(`\`${['sylva', name, ...positionals].join(' ')}\``), name);
    for (const flag of Object.keys(flags)) assert.ok(operations.includes(`\`--${flag}`), `${name} --${flag}`);
  }
});

test('every problem code is documented with its status', () => {
  for (const [code, { status }] of Object.entries(PROBLEMS))
    assert.ok(api.includes(`| \`${code}\` | ${status} |`), code);
});

test('every parameter, record field and route is documented', () => {
  const fields = Object.keys(TreeDetail.properties as object).filter((name) => name !== '_links');
  for (const name of [...LIST_PARAMETERS, ...fields]) assert.ok(api.includes(`\`${name}\``), name);
  for (const { route } of [...OPERATIONS.map(({ route }) => ({ route: `GET ${route}` })), ...PAGES])
    assert.ok(route === '/assets/{name}' || api.includes(`\`${route}\``), route);
});

test('the licence of the data stands wherever somebody begins', () => {
  for (const page of [
    'README.md',
    'docs/api.md',
    'client/README.md',
    'clients/README.md',
    'clients/python/README.md',
    'clients/r/README.md',
  ]) {
    assert.match(
      read(page).replace(/\s+/g, ' '),
      /not licensed for open reuse.*approved internal or partner purposes/,
      page,
    );
  }
});

test('every warning is documented', () => {
  for (const code of WARNING_CODES) assert.ok(monitoring.includes(`| \`${code}\` |`), code);
});

test('every option and error of the client is documented', () => {
  const readme = read('client/README.md');
  const options = read('client/src/client.ts').match(/(?<=^ {2})\w+(?=\??: .+;$)/gm) ?? [];
  const errors = read('client/src/errors.ts').match(/(?<=^export class )\w+/gm) ?? [];
  assert.ok(options.length > 8 && errors.length > 10);
  for (const name of [...options, ...errors]) assert.ok(readme.includes(`\`${name}`), name);
});

test('every authored field is a documented field of the record', () => {
  for (const name of FIELD_NAMES) assert.ok(api.includes(`\`${name}\``), name);
});

test('every kind of finding is documented', () => {
  const codes = read('src/content/source/finding.ts').match(/(?<=^ {2}\| ')[a-z-]+(?=')/gm) ?? [];
  assert.ok(codes.length > 15);
  for (const code of codes) assert.ok(content.includes(`\`${code}\``), code);
});

/** As they are linked to. */
function headingsOf(page: string): string[] {
  return Array.from(read(page).matchAll(/^#+ (.+)$/gm), ([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

test('every link between the docs leads somewhere', () => {
  for (const page of pages) {
    for (const [, target, heading] of read(page).matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)/g)) {
      const path = target ? join(dirname(page), target) : page;
      assert.ok(existsSync(join(ROOT, path)), `${page} links to ${target}`);
      assert.ok(!heading || headingsOf(path).includes(heading), `${page} links to ${path}#${heading}`);
    }
  }
});

test('every file and script of the project that the docs name is there', () => {
  const { scripts } = JSON.parse(read('package.json'));
  for (const page of pages) {
    for (const [, path] of read(page).matchAll(
      /`((?:bin|bench|clients?|content|deploy|docs|scripts|src|test|web)\/[\w@./-]+)`/g,
    ))
      assert.ok(existsSync(join(ROOT, path)), `${page} names ${path}`);
    for (const [, name] of read(page).matchAll(/npm run ([a-z]+(?::[a-z]+)?)/g))
      assert.ok(name in scripts, `${page} names npm run ${name}`);
  }
});

test('the pictures of the README are there, all of them are shown, and none is large', () => {
  const named = new Set([...read('README.md').matchAll(/docs\/pictures\/([\w.-]+)/g)].map(([, name]) => name));
  const made = readdirSync(new URL('../docs/pictures/', import.meta.url));
  assert.deepEqual([...named].toSorted(), made.toSorted());
  for (const name of made)
    assert.ok(statSync(new URL(`../docs/pictures/${name}`, import.meta.url)).size < 100_000, name);
});

test('the README shows the two commands and the number of sample trees', () => {
  const readme = read('README.md');
  for (const command of ['npm start', 'npm test']) assert.ok(readme.includes(command));
  const count = globSync('content/trees/en/*.md', { cwd: ROOT }).length;
  assert.ok(readme.includes(`sample catalogue of ${count} trees`));
});

test('the README names the versions of Node that set-up asks for, to install with and to serve', () => {
  const [, toInstall] = /is_node (\d+);/.exec(read('bin/setup')) ?? [];
  const [, toServe] = /^oldest=(\d+)$/m.exec(read('bin/find-node')) ?? [];
  for (const version of [toInstall, toServe])
    assert.ok(read('README.md').includes(`Node ${version} or newer`), version);
});

test('every decision stands in the list with its title', () => {
  const list = read('docs/decisions/README.md');
  for (const page of globSync('docs/decisions/0*.md', { cwd: ROOT })) {
    const [, title] = /^# (.+)/.exec(read(page)) as RegExpExecArray;
    assert.ok(list.includes(`[${title}](${basename(page)})`), page);
  }
});

test('every promise of security.md names tests that are there', () => {
  const promises = read('docs/security.md')
    .split('\n')
    .filter((line) => line.startsWith('| **'));
  assert.ok(promises.length >= 18);
  for (const promise of promises) {
    const tests = promise.match(/`test\/[^`]+\.test\.ts`/g) ?? [];
    assert.ok(tests.length > 0, promise);
    for (const name of tests) assert.ok(existsSync(join(ROOT, name.slice(1, -1))), name);
  }
});
