import { createInterface } from 'node:readline';
import type { Settings } from '../../config/settings.ts';
import { plural } from '../../domain/counted.ts';
import { type Outcome, type PublishOptions, publishSource } from '../../publishing/publish.ts';
import { ARCHIVE_FLAGS, archiveOptions, watchSource } from '../framework/archive-flags.ts';
import { type Command, type Input, storedText } from '../framework/command.ts';
import { atEveryChange } from '../framework/signals.ts';
import { fieldsOnly, showDifference } from '../terminal/difference.ts';
import { findingsJson, showFindings, summary } from '../terminal/findings.ts';
import { progressBar } from '../terminal/progress.ts';
import { fitted } from '../terminal/terminal.ts';

export const publish: Command = {
  name: 'publish',
  summary: 'check content and publish it as a new revision',
  positionals: ['SOURCE'],
  flags: {
    note: { value: 'TEXT', help: 'what this revision is about' },
    'dry-run': { help: 'only show what would be added, changed and removed' },
    'allow-removals': {
      help: 'publish even if more than a tenth of the trees, or of the texts in a language, and more than five, are removed',
    },
    strict: { help: 'take warnings for errors' },
    mend: { help: 'compare all rows of the active revision with SOURCE, and repair those that differ' },
    watch: { help: 'publish again at every saved change, until Ctrl-C' },
    ...ARCHIVE_FLAGS,
  },
  does: ['read-content', 'publish', 'open-store', 'change-store'],
  example:
    'sylva publish content --note "Autumn revision"\nsylva publish trees.csv --dry-run\nsylva publish content --watch',
  async run(input) {
    if (input.flag('watch') !== undefined) return await publishAtEveryChange(input);
    return (await publishOnce(input)) ? 0 : 1;
  },
};

/** Reports failures, and goes on with the next change. */
async function publishAtEveryChange(input: Input): Promise<number> {
  const { complain, positionals } = input;
  const watch = await watchSource(input);
  const first = await published(input);
  const tellFirst = () => {
    first();
    complain(`Watching ${positionals[0]}: Ctrl-C ends it.`);
  };
  const failed = ({ message }: Error) => {
    return () => complain(`Nothing was published, until the next change: ${message}`);
  };
  await atEveryChange(watch, tellFirst, () => published(input).catch(failed));
  return 0;
}

/** Returns a function that reports the outcome, which keeps no trees in memory. */
async function published(input: Input): Promise<() => void> {
  const said: string[] = [];
  const print = async (text: string) => {
    said.push(text);
    return true;
  };
  await publishOnce({ ...input, print }, { isWatching: true });
  return () => input.print(said.join('\n'));
}

/** Returns whether it succeeded. A watch asks no questions, and prints JSON in one line. */
async function publishOnce(input: Input, { isWatching = false } = {}): Promise<boolean> {
  const { settings, flag, json, print } = input;
  const [source] = input.positionals;
  const [isDryRun, isStrict, isMending, isMeant] = ['dry-run', 'strict', 'mend', 'allow-removals'].map(
    (name) => flag(name) !== undefined,
  );
  const mayAsk = !json && !isDryRun && !isWatching;
  const outcome = await publishWithProgress(source, settings, {
    note: storedText(input, 'note'),
    isDryRun,
    isStrict,
    isMending,
    mayRemove: async (question: string) => isMeant || (mayAsk && (await saysYes(question))),
    tell: input.complain,
    archive: await archiveOptions(source, flag),
  });
  const { content, difference, revision, isNew } = outcome;
  const ok = outcome.refusal === undefined;
  const refusal = refusalText(outcome, isStrict);
  if (json) {
    const result = { ok, published: isNew, dryRun: isDryRun, revision: revision ?? null, refusal: refusal ?? null };
    print(
      JSON.stringify(
        { ...result, ...(difference && fieldsOnly(difference)), ...findingsJson(content) },
        null,
        isWatching ? 0 : 2,
      ),
    );
  } else {
    showFindings(content, print);
    // If all trees are new, there is no need for a list.
    const isFirst = difference?.added.length === content.trees.length && difference.removed.length === 0;
    if (difference && !isFirst) showDifference(difference, print);
    print(headline(outcome, refusal));
  }
  return ok;
}

/** Reports news after the progress bar is gone, which would share its line. */
async function publishWithProgress(source: string, settings: Settings, options: PublishOptions): Promise<Outcome> {
  const bar = progressBar(process.stderr);
  const news: string[] = [];
  const mayRemove = (question: string) => {
    bar.clear();
    return options.mayRemove?.(question) ?? Promise.resolve(false);
  };
  try {
    const tell = (text: string) => void news.push(text);
    return await publishSource(source, settings, { ...options, mayRemove, tell, progress: bar.show });
  } finally {
    bar.clear();
    for (const text of news) options.tell?.(text);
  }
}

function refusalText({ content, refusal }: Outcome, isStrict: boolean): string | undefined {
  if (!refusal) return undefined;
  if ('findings' in refusal) return summary(content, isStrict);
  return `${refusal.removes}; if that is meant, publish with --allow-removals`;
}

function headline({ content, revision, isNew, repaired }: Outcome, refusal: string | undefined): string {
  if (refusal !== undefined) return `Nothing was published: ${refusal}.`;
  if (repaired !== undefined && revision)
    return `Revision ${revision.id} was compared with the source: ${plural(repaired, 'row')} repaired. It stays active.`;
  if (isNew && revision) return `Published revision ${revision.id}: ${plural(revision.trees, 'tree')}.`;
  if (revision) return `Nothing has changed since revision ${revision.id}, which stays active.`;
  return `Nothing was published: this was a dry run of ${plural(content.trees.length, 'tree')}.`;
}

/** False without a terminal. */
async function saysYes(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((resolve) => {
    // Ctrl-C and Ctrl-D are answers too.
    terminal.once('close', () => resolve(''));
    terminal.question(fitted(`${question} [y/N] `, process.stderr), resolve);
  });
  terminal.close();
  return /^(?:y|yes|s|si|sí)$/i.test(answer.trim());
}
