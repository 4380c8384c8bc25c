// What we ship to check content before it is committed and where it is reviewed, run as its readers will: the hook by git, the lines of
// the examples by a shell.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { temporaryFolder } from '../../support/folders.ts';
import { oakPage } from '../../support/sources.ts';
import { SYLVA } from '../../support/sylva.ts';

const CHECKS = fileURLToPath(new URL('../../../deploy/content-checks/', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const GOOD = oakPage();
const BROKEN = oakPage({ floweringSeason: 'Brumaire' });
const ODD = oakPage({ titel: 'x', tags: ['100 %, or: so'] });

interface Repository {
  folder: string;
  save(file: string, text: string): void;
  git(...words: string[]): string;
  /** The exit code of a commit, and what was said. */
  commit(): { status: number | null; said: string };
}

function repository(t: TestContext): Repository {
  const folder = temporaryFolder(t);
  const temporary = temporaryFolder(t);
  const env = { ...process.env, TMPDIR: temporary, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8', env, stdio: 'pipe' });
  git('init', '-q');
  for (const [name, value] of Object.entries({ 'user.name': 'Ada', 'user.email': 'ada@example.org' }))
    git('config', name, value);
  return {
    folder,
    save(file, text) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    git,
    commit() {
      const { status, stderr, stdout } = spawnSync('git', ['commit', '-qm', 'x'], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      assert.equal(execFileSync('ls', [temporary], { encoding: 'utf8' }), '', 'nothing is left');
      return { status, said: stdout + stderr };
    },
  };
}

test('the hook checks what is committed, and only where content is', (t) => {
  const { folder, save, git, commit } = repository(t);
  mkdirSync(join(folder, '.git/hooks'), { recursive: true });
  copyFileSync(join(CHECKS, 'pre-commit'), join(folder, '.git/hooks/pre-commit'));
  git('config', 'sylva.command', SYLVA);
  git('config', 'sylva.content', 'my trees');

  save('my trees/en/oak.md', BROKEN);
  git('add', '.');
  const refused = commit();
  assert.equal(refused.status, 1);
  assert.match(refused.said, /en\/oak\.md:6 floweringSeason: .*Brumaire/);
  assert.match(refused.said, /Nothing was committed/);

  // Mended in the folder, but not in what is committed.
  save('my trees/en/oak.md', GOOD);
  assert.equal(commit().status, 1);
  git('add', '.');
  assert.equal(commit().status, 0);

  // Broken in the folder, but not in what is committed.
  save('my trees/en/oak.md', BROKEN);
  save('my trees/en/elm.md', oakPage({ scientificName: 'Ulmus minor' }));
  git('add', 'my trees/en/elm.md');
  assert.equal(commit().status, 0);

  // Beside the content nothing is looked at.
  save('README.md', 'x');
  git('add', 'README.md');
  git('config', 'sylva.command', '/nowhere/sylva');
  assert.equal(commit().status, 0);
  git('rm', '-rfq', 'my trees');
  assert.equal(commit().status, 0, 'there is nothing left to check');
});

test('the example for GitHub annotates lines of the difference', (t) => {
  const { jobs, on } = parse(readFileSync(join(CHECKS, 'github.yml'), 'utf8'));
  assert.deepEqual(on, { pull_request: { paths: ['content/**'] } });
  const { folder, save } = repository(t);
  symlinkSync(ROOT, join(folder, '.sylva'));
  save('content/en/oak.md', BROKEN);
  save('content/en/elm.md', ODD);
  const { run } = jobs.validate.steps.at(-1);
  const env = { ...process.env, GITHUB_WORKSPACE: folder };
  const { status, stdout } = spawnSync('sh', ['-c', run], { cwd: folder, encoding: 'utf8', env });
  assert.equal(status, 1);
  const lines = stdout.trimEnd().split('\n');
  assert.match(lines[0], /^::error file=content\/en\/oak\.md,line=6,title=oak floweringSeason bad-month::.*Brumaire/);
  assert.ok(
    lines.some((line) => /^::warning file=content\/en\/elm\.md,line=6,title=elm titel unknown-key::/.test(line)),
  );
  assert.match(lines.at(-1) ?? '', /^The content cannot be published: /);
  save('content/en/oak.md', GOOD);
  assert.equal(spawnSync('sh', ['-c', run], { cwd: folder, env }).status, 0);
});

test('the example for GitLab makes a report of code quality', (t) => {
  const { 'validate-content': job } = parse(readFileSync(join(CHECKS, 'gitlab.yml'), 'utf8'));
  const { folder, save } = repository(t);
  save('content/en/oak.md', BROKEN);
  save('content/en/elm.md', ODD);
  const line = job.script.at(-1).replace('/tmp/sylva/bin/sylva', SYLVA);
  const env = { ...process.env, CI_PROJECT_DIR: folder };
  const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8', env });
  assert.equal(status, 1);
  assert.match(stderr, /^The content cannot be published: /m);
  const report = JSON.parse(readFileSync(join(folder, job.artifacts.reports.codequality), 'utf8'));
  assert.deepEqual(Object.keys(report[0]), ['description', 'check_name', 'fingerprint', 'severity', 'location']);
  assert.deepEqual(
    [report[0].check_name, report[0].severity, report[0].location],
    ['bad-month', 'major', { path: 'content/en/oak.md', lines: { begin: 6 } }],
  );
  const prints = report.map(({ fingerprint }: { fingerprint: string }) => fingerprint);
  assert.equal(new Set(prints).size, prints.length);

  // A line above moves the finding, and it is the same one.
  save('content/en/oak.md', BROKEN.replace('---\n', '---\n# moved\n'));
  spawnSync('sh', ['-c', line], { cwd: folder, env });
  const [moved] = JSON.parse(readFileSync(join(folder, 'gl-code-quality-report.json'), 'utf8'));
  assert.deepEqual([moved.fingerprint, moved.location.lines.begin], [prints[0], 7]);
});
