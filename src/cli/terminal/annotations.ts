// Formats findings for the difference of a change on GitHub and GitLab.

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Finding } from '../../content/source/finding.ts';

/** Maps a finding to the path of its file from the root of the repository. */
export function pathsFrom(root: string, source: string): (finding: Finding) => string {
  const isFolder = statSync(source, { throwIfNoEntry: false })?.isDirectory() === true;
  const base = isFolder ? source : dirname(source);
  return ({ file }) => relative(root, file === source ? source : join(base, file)).replaceAll('\\', '/') || '.';
}

/** A command to GitHub Actions. */
export function githubAnnotation(finding: Finding, path: string): string {
  const { severity, code, line, message, slug, field } = finding;
  const title = [slug, field, code].filter(Boolean).join(' ');
  const properties = { file: path, ...(line !== null && { line: String(line) }), title };
  const written = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${severity === 'error' ? 'error' : 'warning'} ${written.join(',')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A report for GitLab's Code Quality. The fingerprint of a finding does not depend on its line. */
export function gitlabReport(findings: Finding[], pathOf: (finding: Finding) => string): object[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const { severity, code, line, row, field, message } = finding;
    const path = pathOf(finding);
    const identity = JSON.stringify([code, path, row, field, message]);
    const turn = seen.get(identity) ?? 0;
    seen.set(identity, turn + 1);
    return {
      description: message,
      check_name: code,
      fingerprint: createHash('sha256').update(`${identity} ${turn}`).digest('hex'),
      severity: severity === 'error' ? 'major' : 'minor',
      location: { path, lines: { begin: line ?? 1 } },
    };
  });
}
