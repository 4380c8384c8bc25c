// In charge of `sylva publish`: checks content, compiles it, and makes it the active revision, all or nothing.

import { revisionStore } from '../compose.ts';
import type { Settings } from '../config.ts';
import { type Content, readSource } from '../content/read.ts';
import { compile } from '../snapshot/compile.ts';
import { openSnapshot } from '../snapshot/open.ts';
import type { Revision } from '../store/revisions.ts';
import type { Command } from './command.ts';
import { plural, showFindings, summary } from './findings.ts';
import { progressBar } from './progress.ts';

export const publish: Command = {
  name: 'publish',
  summary: 'check content and publish it as a new revision',
  positionals: ['SOURCE'],
  flags: { note: { value: 'TEXT', help: 'what this revision is about' } },
  settings: ['data', 'defaultLocale'],
  example: 'sylva publish content --note "Autumn revision"',
  run({ positionals: [source], settings, flag, json, print }) {
    const outcome = publishSource(source, settings, flag('note') ?? null);
    const { content, revision, isNew } = outcome;
    const { errors, warnings } = content;
    if (json)
      print(JSON.stringify({ ok: revision !== undefined, published: isNew, revision, errors, warnings }, null, 2));
    else {
      showFindings(content, print);
      print(headline(outcome));
    }
    return revision ? 0 : 1;
  },
};

interface Outcome {
  content: Content;
  /** The revision that holds the content, or undefined where it has errors. */
  revision?: Revision;
  isNew: boolean;
}

export function publishSource(source: string, settings: Settings, note: string | null): Outcome {
  const bar = progressBar(process.stderr);
  try {
    const content = readSource(source, settings.defaultLocale, bar.show);
    if (content.errors.length > 0) return { content, isNew: false };
    const snapshot = compile(content, bar.show);
    const { hash, trees } = openSnapshot(snapshot);
    const revisions = revisionStore(settings);
    const active = revisions.active();
    if (active?.hash === hash) return { content, revision: active, isNew: false };
    return { content, revision: revisions.publish(snapshot, { hash, trees, note }), isNew: true };
  } finally {
    bar.clear();
  }
}

function headline({ content, revision, isNew }: Outcome): string {
  if (!revision) return `Nothing was published: ${summary(content)}.`;
  if (!isNew) return `Nothing has changed since revision ${revision.id}, which stays active.`;
  return `Published revision ${revision.id}: ${plural(revision.trees, 'tree')}.`;
}
