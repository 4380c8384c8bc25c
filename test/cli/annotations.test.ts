// Findings as GitHub and GitLab read them: whatever is in them, each stays one, and has its place.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { githubAnnotation, gitlabReport, pathsFrom } from '../../src/cli/terminal/annotations.ts';
import type { Finding } from '../../src/content/source/finding.ts';
import { command } from '../support/command.ts';
import { writeFiles } from '../support/folders.ts';
import { oakPage } from '../support/sources.ts';

const finding: Finding = {
  severity: 'error',
  code: 'bad-month',
  file: 'en/oak.md',
  line: 6,
  row: null,
  field: 'floweringSeason',
  message: 'x',
  slug: 'oak',
};

/** As the runner of GitHub Actions takes a command apart. */
function understood(line: string): { kind: string; properties: Record<string, string>; message: string } {
  const [, kind, properties, message] = /^::(\w+) (.*?)::(.*)$/s.exec(line) ?? [];
  const plain = (text: string) =>
    ['%0D\r', '%0A\n', '%3A:', '%2C,', '%25%'].reduce((rest, each) => rest.replaceAll(each.slice(0, 3), each[3]), text);
  const pairs = properties.split(',').map((pair) => pair.split(/=(.*)/s).slice(0, 2).map(plain));
  return { kind, properties: Object.fromEntries(pairs), message: plain(message) };
}

test('whatever a finding says, GitHub understands it as it is', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '%', ':', ',', '\n', '\r', '=', '::', '0A', 'ñ') });
  fc.assert(
    fc.property(text, text, (message, path) => {
      const line = githubAnnotation({ ...finding, message }, path);
      assert.equal(line.includes('\n'), false);
      const { kind, properties, message: told } = understood(line);
      assert.deepEqual([kind, properties.file, properties.line, told], ['error', path, '6', message]);
    }),
  );
});

test('findings that are alike are told apart', () => {
  const prints = gitlabReport([finding, finding, { ...finding, line: 9 }], () => 'oak.md') as { fingerprint: string }[];
  assert.equal(new Set(prints.map(({ fingerprint }) => fingerprint)).size, 3);
});

test('paths are shown from the root, for a folder as for a table', (t) => {
  const folder = writeFiles(t, { 'trees/en/oak.md': '', 'trees.csv': '' });
  const from = (source: string) => pathsFrom(folder, join(folder, source));
  assert.equal(from('trees')(finding), 'trees/en/oak.md');
  assert.equal(from('trees.csv')({ ...finding, file: 'trees.csv' }), 'trees.csv');
  assert.equal(from('trees')({ ...finding, file: join(folder, 'trees') }), 'trees');
  assert.equal(from('none')({ ...finding, file: join(folder, 'none') }), 'none');
});

test('a form that there is not is refused, and so are two at once', async (t) => {
  const source = writeFiles(t, { 'en/oak.md': oakPage() });
  const wrong = await command(['validate', source, '--format', 'gitea']);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /--format is “gitea”, but must be one of text, github, gitlab\./);
  assert.equal((await command(['validate', source, '--format', 'github', '--json'])).code, 2);
  const github = await command(['validate', source, '--format', 'github']);
  assert.equal(github.code, 0);
  assert.match(github.stdout, /^::warning /);
});
