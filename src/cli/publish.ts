// In charge of `sylva publish`: checks content, compiles it, and makes it the active revision, all or nothing. What would
// remove much is published only if somebody says that it is meant.

import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import type { Settings } from '../config/settings.ts';
import type { ArchiveOptions } from '../content/formats/dwca/archive.ts';
import type { Content, Report } from '../content/read.ts';
import { compare, type Difference, greatLoss, type Loss } from '../domain/compare.ts';
import { fold } from '../domain/vocabulary.ts';
import { type Cache, cacheOf } from '../server/cache.ts';
import { keepLastPublished, readLastPublished } from '../server/last-published.ts';
import { withStore } from '../server/with-store.ts';
import { compileInThreads } from '../snapshot/compile.ts';
import { openSnapshot } from '../snapshot/open.ts';
import type { Archived } from '../store/archive.ts';
import { NoStoreError } from '../store/engine.ts';
import { ifDamaged } from '../store/pieces.ts';
import type { Revision, RevisionStore } from '../store/revision-store.ts';
import type { Store } from '../store/store.ts';
import { ARCHIVE_FLAGS, archiveOptions, isArchiveSource } from './archive-flags.ts';
import { type Command, type Input, keptText } from './command.ts';
import { showDifference } from './difference.ts';
import { findingsJson, isGood, named, plural, showFindings, summary } from './findings.ts';
import { type ProgressBar, progressBar } from './progress.ts';
import {
  beginFingerprint,
  bytesOf,
  type Former,
  formerOf,
  formerSnapshot,
  makerOf,
  publishedLast,
} from './published-last.ts';
import { unlessStopped } from './signals.ts';
import { fitted } from './terminal.ts';

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
    mend: { help: 'write everything again that the store has already: a damaged part of it is whole then' },
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

/** What cannot be published is told, and so is what fails: the next change may be another matter. */
async function publishAtEveryChange(input: Input): Promise<number> {
  const { complain, positionals } = input;
  const [source] = positionals;
  const { SourceWatch } = await import('../content/watch.ts');
  // Begun before anything is read: what is saved meanwhile is published after it.
  const watch = new SourceWatch(source);
  await publishOnce(input, { isWatching: true });
  complain(`Watching ${source}: Ctrl-C ends it.`);
  while (await unlessStopped((signal) => watch.changed(signal))) {
    await publishOnce(input, { isWatching: true }).catch((error) => {
      complain(`Nothing was published, until the next change: ${(error as Error).message}`);
    });
  }
  return 0;
}

/** Whether it went well. Nobody is asked, and JSON has a line a publish, where it goes on and on. */
async function publishOnce(input: Input, { isWatching = false } = {}): Promise<boolean> {
  const { settings, flag, json, print } = input;
  const [source] = input.positionals;
  const [isDryRun, isStrict, isMending, isMeant] = ['dry-run', 'strict', 'mend', 'allow-removals'].map(
    (name) => flag(name) !== undefined,
  );
  const mayAsk = !json && !isDryRun && !isWatching;
  const outcome = await publishSource(source, settings, {
    note: keptText(input, 'note'),
    isDryRun,
    isStrict,
    isMending,
    mayRemove: async (question: string) => isMeant || (mayAsk && (await saysYes(question))),
    tell: input.complain,
    archive: await archiveOptions(source, flag),
  });
  const { content, difference, revision, isNew, refusal } = outcome;
  const ok = refusal === undefined;
  if (json) {
    const result = { ok, published: isNew, dryRun: isDryRun, revision: revision ?? null, refusal: refusal ?? null };
    print(JSON.stringify({ ...result, ...difference, ...findingsJson(content) }, null, isWatching ? 0 : 2));
  } else {
    showFindings(content, print);
    // Where everything is new, a list of it says nothing.
    const isFirst = difference?.added.length === content.trees.length && difference.removed.length === 0;
    if (difference && !isFirst) showDifference(difference, print);
    print(headline(outcome));
  }
  return ok;
}

interface Outcome {
  content: Report;
  /** Against the active revision; undefined where the content cannot be published. */
  difference?: Difference;
  /** The revision that holds the content, if there is one. */
  revision?: Revision;
  isNew: boolean;
  /** Whether it was written again, being active already. */
  isMended?: boolean | undefined;
  /** Why it was not published, or would not be. */
  refusal?: string;
}

interface Manner {
  note: string | null;
  isDryRun?: boolean;
  /** Whether warnings count as errors. */
  isStrict?: boolean;
  /** Whether what is stored already is written again. */
  isMending?: boolean;
  /** Whether many trees may be removed; the question says which. */
  mayRemove?(question: string): Promise<boolean>;
  /** What is to be made of an archive. */
  archive?: ArchiveOptions;
  /** Hears that a new store was made. */
  tell?(news: string): void;
}

export async function publishSource(source: string, settings: Settings, manner: Manner): Promise<Outcome> {
  const bar = progressBar(process.stderr);
  let news: string | undefined;
  // Told when the bar is gone: the two would stand in one line.
  const tell = (text: string) => {
    news = text;
  };
  try {
    bar.show(`reading ${basename(source)}`);
    const last = manner.isMending ? undefined : readLastPublished(settings);
    const same = await publishedLast(source, settings, last);
    if (same && !isGood(same.report, manner.isStrict ?? false)) return refused(same.report, manner);
    if (same) return { content: same.report, difference: NO_DIFFERENCE, revision: same.revision, isNew: false };
    // Loaded by who reads content only: a server never does.
    const [{ readSource }, { KnownTrees }] = await Promise.all([
      import('../content/read.ts'),
      import('../content/known-trees.ts'),
    ]);
    const archive = await withKnownSlugs(source, settings, manner.archive ?? {});
    const fingerprint = await beginFingerprint(source, settings);
    const former = fingerprint && (await formerOf(settings, last));
    await using _loader = former?.loader;
    const knownTrees = fingerprint && new KnownTrees(former?.content.trees, former?.origins);
    const kept = { fingerprint, knownTrees };
    const content = readSource(source, settings.defaultLocale, bar.show, settings.maxTreeSize, archive, kept);
    if (!isGood(content, manner.isStrict ?? false)) return refused(content, manner);
    const before = former && (await formerSnapshot(former, content.trees));
    const snapshot = await compileInThreads(content, bar.show, undefined, before);
    const cache = cacheOf(settings, { warn() {} });
    const known = former && { ...former, snapshot: before?.bytes };
    const publishing = (store: Store) =>
      publishContent(content, snapshot, store, { ...manner, former: known, cache }, bar);
    const outcome: Outcome = await withStore(settings, publishing, { mayCreate: !manner.isDryRun, tell }).catch(
      (error) => {
        if (!manner.isDryRun || !(error instanceof NoStoreError)) throw error;
        return { content, difference: compare(NOTHING, content), isNew: false };
      },
    );
    if (fingerprint && outcome.revision && !manner.isDryRun) {
      const { hash } = outcome.revision;
      const { origins } = content;
      const of = { fingerprint: fingerprint.digest(), bytes: bytesOf(source), maker: makerOf(settings).digest() };
      keepLastPublished(settings, { ...of, hash, report: content, origins });
    }
    return outcome;
  } finally {
    bar.clear();
    if (news !== undefined) manner.tell?.(news);
  }
}

function refused(content: Report, { isStrict }: Manner): Outcome {
  return { content, isNew: false, refusal: summary(content, isStrict) };
}

/** A taxon that is published already keeps its slug, whatever it is called now. */
async function withKnownSlugs(source: string, settings: Settings, archive: ArchiveOptions): Promise<ArchiveOptions> {
  if (!(await isArchiveSource(source))) return archive;
  const { slugsByTaxonId } = await import('../content/formats/dwca/slugs.ts');
  const published = async ({ revisions }: Store) => {
    const active = await revisions.active();
    return active ? (await revisions.content(active)).trees : [];
  };
  const trees = await withStore(settings, published, { mayCreate: false }).catch((error) => {
    if (error instanceof NoStoreError) return [];
    throw error;
  });
  return { ...archive, knownSlugs: slugsByTaxonId(trees) };
}

/** The snapshot is there where it was worth loading. */
type Known = Former & { snapshot: Uint8Array | undefined };

async function publishContent(
  content: Content,
  snapshot: Uint8Array,
  { revisions }: Store,
  { note, isDryRun, isMending, mayRemove, former, cache }: Manner & { former: Known | undefined; cache: Cache },
  bar: ProgressBar,
): Promise<Outcome> {
  const { hash, trees } = openSnapshot(snapshot, { isVerified: true });
  const active = await revisions.active();
  const families = new Set(content.trees.map(({ family }) => fold(family))).size;
  const store = () => revisions.publish(snapshot, content, { note, hash, trees, families }, isMending, former);
  if (active?.hash === hash) {
    const isMended = isMending && !isDryRun;
    if (isMended) await store();
    return { content, difference: NO_DIFFERENCE, revision: active, isNew: false, isMended };
  }
  bar.show('comparing');
  const before = active ? await contentOf(active, revisions, former).catch(isMending ? ifDamaged : rethrow) : NOTHING;
  const difference = compare(before ?? NOTHING, content);
  bar.clear();
  const risk = riskOf(before, content);
  if (risk && !(await mayRemove?.(`${risk.what}${risk.which}.\nIs this meant?`))) {
    const refusal = `${risk.what}; if that is meant, publish with --allow-removals`;
    return { content, difference, isNew: false, refusal };
  }
  if (isDryRun) return { content, difference, isNew: false };
  bar.show('storing');
  if (active) cache.handOver(hash, snapshot, active.hash);
  return { content, difference, ...(await store()) };
}

async function contentOf(active: Revision, revisions: RevisionStore, former: Former | undefined): Promise<Archived> {
  return active.hash === former?.revision.hash ? former.content : await revisions.content(active);
}

function rethrow(error: unknown): never {
  throw error;
}

/** What may be a mistake. Of content that is damaged nothing is known. */
function riskOf(before: Archived | undefined, after: Archived): { what: string; which: string } | undefined {
  if (!before) return { what: 'what was published is damaged, and nobody can tell what would be removed', which: '' };
  const loss = greatLoss(before.trees, after.trees);
  return loss && { what: told(loss), which: `: ${named(loss.removed)}` };
}

function told({ of, removed, before }: Loss): string {
  const what = of === 'trees' ? plural(before, 'tree') : `${plural(before, 'text')} in “${of}”`;
  return `${removed.length} of ${what} would be removed`;
}

const NOTHING = { trees: [], families: new Map() };
const NO_DIFFERENCE: Difference = { added: [], changed: [], removed: [], families: [], map: [] };

function headline({ content, revision, isNew, isMended, refusal }: Outcome): string {
  if (refusal !== undefined) return `Nothing was published: ${refusal}.`;
  if (isMended && revision)
    return `Revision ${revision.id} was written again; nothing has changed, and it stays active.`;
  if (isNew && revision) return `Published revision ${revision.id}: ${plural(revision.trees, 'tree')}.`;
  if (revision) return `Nothing has changed since revision ${revision.id}, which stays active.`;
  return `Nothing was published: this was a dry run of ${plural(content.trees.length, 'tree')}.`;
}

/** Nobody is asked where there is no terminal. */
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
