// In charge of `sylva publish`: checks content, compiles it, and makes it the active revision, all or nothing.

import { basename } from 'node:path';
import { withStore } from '../compose.ts';
import type { Settings } from '../config.ts';
import { compare, type Difference } from '../content/compare.ts';
import type { Content } from '../content/read.ts';
import { shown } from '../shown.ts';
import { compile } from '../snapshot/compile.ts';
import { openSnapshot } from '../snapshot/open.ts';
import type { Revision } from '../store/revision-store.ts';
import type { Store } from '../store/store.ts';
import { fold } from '../vocabulary.ts';
import type { Command, Input } from './command.ts';
import { plural, showFindings, summary } from './findings.ts';
import { keptText } from './kept-text.ts';
import { progressBar } from './progress.ts';

const MOST_SHOWN = 20;

export const publish: Command = {
  name: 'publish',
  summary: 'check content and publish it as a new revision',
  positionals: ['SOURCE'],
  flags: {
    note: { value: 'TEXT', help: 'what this revision is about' },
    'dry-run': { help: 'only show what would be added, changed and removed' },
  },
  settings: ['data', 'database', 'defaultLocale', 'keepRevisions', 'actor'],
  example: 'sylva publish content --note "Autumn revision"\nsylva publish trees.csv --dry-run',
  async run(input) {
    const { settings, json, print } = input;
    const [source] = input.positionals;
    const isDryRun = input.flag('dry-run') !== undefined;
    const outcome = await publishSource(source, settings, { note: keptText(input, 'note'), isDryRun }, input.complain);
    const { content, difference, revision, isNew } = outcome;
    const { errors, warnings } = content;
    const isGood = errors.length === 0;
    if (json)
      print(
        JSON.stringify(
          {
            ok: isGood,
            published: isNew,
            dryRun: isDryRun,
            revision: revision ?? null,
            ...difference,
            errors,
            warnings,
          },
          null,
          2,
        ),
      );
    else {
      showFindings(content, print);
      if (difference && !isFirst(difference, content)) showDifference(difference, print);
      print(headline(outcome, isDryRun));
    }
    return isGood ? 0 : 1;
  },
};

interface Outcome {
  content: Content;
  /** Against the active revision; undefined where the content has errors. */
  difference?: Difference;
  /** The revision that holds the content, if there is one. */
  revision?: Revision;
  isNew: boolean;
}

export async function publishSource(
  source: string,
  settings: Settings,
  { note, isDryRun = false }: { note: string | null; isDryRun?: boolean },
  complain: Input['complain'] = () => {},
): Promise<Outcome> {
  const bar = progressBar(process.stderr);
  let news: string | undefined;
  // Told when the bar is gone: the two would stand in one line.
  const tell = (text: string) => {
    news = text;
  };
  try {
    bar.show(`reading ${basename(source)}`);
    // Loaded by who reads content only: a server never does.
    const { readSource } = await import('../content/read.ts');
    const content = readSource(source, settings.defaultLocale, bar.show);
    if (content.errors.length > 0) return { content, isNew: false };
    const snapshot = compile(content, bar.show);
    const { hash, trees } = openSnapshot(snapshot, { isKnownWhole: true });
    const work = async ({ revisions }: Store): Promise<Outcome> => {
      const active = await revisions.active();
      if (active?.hash === hash) return { content, difference: NO_DIFFERENCE, revision: active, isNew: false };
      bar.show('comparing');
      const difference = compare(active ? (await revisions.content(active)).trees : [], content.trees);
      if (isDryRun) return { content, difference, isNew: false };
      bar.show('storing');
      const families = new Set(content.trees.map(({ family }) => fold(family))).size;
      return { content, difference, ...(await revisions.publish(snapshot, content, { note, hash, trees, families })) };
    };
    return await withStore(settings, work, { tell });
  } finally {
    bar.clear();
    if (news !== undefined) complain(news);
  }
}

const NO_DIFFERENCE: Difference = { added: [], changed: [], removed: [] };

/** Where everything is new, a list of it says nothing. */
function isFirst({ added, removed }: Difference, { trees }: Content): boolean {
  return added.length === trees.length && removed.length === 0;
}

function showDifference({ added, changed, removed }: Difference, print: (text: string) => void): void {
  const rows: [string, string[]][] = [
    ['Added', added],
    ['Changed', changed.map(({ slug, fields }) => `${slug}: ${fields.join(', ')}`)],
    ['Removed', removed],
  ];
  for (const [title, entries] of rows) {
    if (entries.length === 0) continue;
    const more =
      entries.length > MOST_SHOWN ? [`… and ${(entries.length - MOST_SHOWN).toLocaleString('en')} more`] : [];
    print(
      `${title} (${entries.length.toLocaleString('en')}):\n${[...entries.slice(0, MOST_SHOWN), ...more].map((each) => `  ${shown(each)}`).join('\n')}\n`,
    );
  }
}

function headline({ content, revision, isNew }: Outcome, isDryRun: boolean): string {
  if (content.errors.length > 0) return `Nothing was published: ${summary(content)}.`;
  if (isNew && revision) return `Published revision ${revision.id}: ${plural(revision.trees, 'tree')}.`;
  if (revision) return `Nothing has changed since revision ${revision.id}, which stays active.`;
  return isDryRun ? `Nothing was published: this was a dry run of ${plural(content.trees.length, 'tree')}.` : '';
}
