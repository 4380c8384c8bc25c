// Publishes a source as the next revision, all or nothing: reads and checks it, compares it with the active revision, asks before much
// is removed, stores the rows that differ, compiles the snapshot, and activates.

import { basename } from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { ArchiveOptions } from '../content/formats/archives/archive.ts';
import type { Report } from '../content/read.ts';
import type { Progress } from '../content/source/context.ts';
import type { Difference } from '../domain/compare.ts';
import { cacheOf } from '../store/cache.ts';
import { DamagedError, MovedOnError, NoStoreError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import type { Revision } from '../store/tables/revisions.ts';
import { withStore } from '../store/with-store.ts';
import { archiveSlugs, isArchiveSource } from './archives.ts';
import {
  type CatalogueVersion,
  type Comparison,
  compareCatalogues,
  EMPTY_CATALOGUE,
  NO_DIFFERENCE,
  storedVersion,
} from './compare.ts';
import { newVersions, type Prepared, type PreparedCatalogue, prepare } from './prepare.ts';
import { findPrevious, saveImportCache } from './previous.ts';
import { PublishError } from './publish-error.ts';
import { Consent, type Risk, riskOf, UNKNOWN_RISK } from './removal-guard.ts';

export interface Outcome {
  content: Report;
  /** From the active revision; undefined if the content cannot be published. */
  difference?: Difference;
  /** The revision that holds the content, if there is one. */
  revision?: Revision;
  isNew: boolean;
  /** How many rows of the active revision were repaired. */
  repaired?: number;
  /** Why it was not published, or would not be. */
  refusal?: Refusal;
}

export type Refusal = { findings: true } | { removes: string };

export interface PublishOptions {
  note: string | null;
  isDryRun?: boolean;
  /** Whether warnings count as errors. */
  isStrict?: boolean;
  /** Whether all rows of the active revision are compared with the source, and repaired. */
  isMending?: boolean;
  /** Whether many trees may be removed; the question says which. */
  mayRemove?(question: string): Promise<boolean>;
  archive?: ArchiveOptions;
  /** Called if a new store was created. */
  tell?(news: string): void;
  progress?: Progress;
}

const MAX_TRIES = 5;

/** Starts over if something else is published meanwhile. */
export async function publishSource(source: string, settings: Settings, options: PublishOptions): Promise<Outcome> {
  const publication = new Publication(source, settings, options);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      return await publication.run();
    } catch (error) {
      if (!(error instanceof MovedOnError)) throw error;
    }
  }
  throw new PublishError('Others published something else again and again meanwhile: nothing was published.');
}

class Publication {
  readonly #source: string;
  readonly #settings: Settings;
  readonly #options: PublishOptions;
  readonly #progress: Progress;
  readonly #consent: Consent;

  constructor(source: string, settings: Settings, options: PublishOptions) {
    this.#source = source;
    this.#settings = settings;
    this.#options = options;
    this.#progress = options.progress ?? (() => {});
    this.#consent = new Consent(options.mayRemove);
  }

  async run(): Promise<Outcome> {
    this.#progress(`reading ${basename(this.#source)}`);
    const active = await this.#activeRevision();
    const { content, catalogue } = await this.#prepare(active);
    const isRefused = this.#options.isStrict && content.warnings.length > 0;
    if (!catalogue || isRefused) return { content, isNew: false, refusal: { findings: true } };
    const outcome = await this.#store({ content, catalogue }, catalogue, active);
    if (outcome.revision) await saveImportCache(this.#settings, outcome.revision.hash, content.importCache);
    return outcome;
  }

  async #activeRevision(): Promise<Revision | undefined> {
    return await withStore(this.#settings, ({ revisions }) => revisions.active()).catch((error) => {
      if (!(error instanceof NoStoreError)) throw error;
      return undefined;
    });
  }

  async #prepare(active: Revision | undefined): Promise<Prepared> {
    const { isMending = false, archive = {} } = this.#options;
    const isArchive = await isArchiveSource(this.#source);
    const knownSlugs = isArchive && active ? await archiveSlugs(active, this.#settings, isMending) : undefined;
    const { defaultLocale, maxTreeSize } = this.#settings;
    return await prepare(this.#source, {
      defaultLocale,
      maxTreeSize,
      archive: { ...archive, ...(knownSlugs && { knownSlugs }) },
      progress: this.#progress,
      previous: isMending || isArchive ? undefined : await findPrevious(this.#settings, active),
    });
  }

  async #store({ content }: Prepared, catalogue: PreparedCatalogue, active: Revision | undefined): Promise<Outcome> {
    const { isDryRun = false, tell } = this.#options;
    const work = (store: Store) => this.#publishIn(store, content, catalogue, active);
    return await withStore(this.#settings, work, { mayCreate: !isDryRun, ...(tell && { tell }) }).catch(
      async (error) => {
        if (!isDryRun || !(error instanceof NoStoreError)) throw error;
        const { difference } = await compareCatalogues(EMPTY_CATALOGUE, catalogue);
        return { content, difference, isNew: false };
      },
    );
  }

  async #publishIn(
    { revisions }: Store,
    content: Report,
    catalogue: PreparedCatalogue,
    base: Revision | undefined,
  ): Promise<Outcome> {
    const { note, isDryRun = false, isMending = false } = this.#options;
    const active = await revisions.active();
    if (active?.number !== base?.number) throw new MovedOnError();
    if (active?.hash === catalogue.hash) {
      const unchanged = { content, difference: NO_DIFFERENCE, revision: active, isNew: false };
      if (isDryRun) return unchanged;
      const repaired = isMending ? { repaired: await this.#repair(revisions, active, catalogue) } : {};
      if (cacheOf(this.#settings).lacksSnapshot(catalogue.hash)) await this.#offerSnapshot(catalogue, active);
      return { ...unchanged, ...repaired };
    }
    this.#progress('comparing');
    const before = active ? await storedVersion(revisions, active.number) : EMPTY_CATALOGUE;
    const { difference, risk } = await this.#compare(active, before, catalogue);
    if (risk && !(await this.#consent.isGivenTo(risk)))
      return { content, difference, isNew: false, refusal: { removes: risk.what } };
    if (isDryRun) return { content, difference, isNew: false };
    this.#progress('storing');
    const { hash, trees, families, documents } = catalogue;
    const about = { note, hash, trees, families };
    const beforeActivation = () => this.#offerSnapshot(catalogue, active);
    const versions = newVersions(before.versions, catalogue);
    const onProgress = (written: number) => this.#progress('storing', written, catalogue.trees, 'trees');
    const hooks = { onProgress, beforeActivation };
    const revision = await revisions.publish(about, active?.number ?? null, versions, documents, hooks);
    if (isMending) await this.#repair(revisions, revision, catalogue);
    return { content, difference, revision, isNew: true };
  }

  async #offerSnapshot(catalogue: PreparedCatalogue, active: Revision | undefined): Promise<void> {
    const keepRecords = this.#options.isMending === true;
    const snapshot = catalogue.snapshot(this.#progress, { keepRecords });
    await cacheOf(this.#settings).offerSnapshot(catalogue.hash, snapshot, active?.hash);
  }

  async #repair(revisions: Store['revisions'], active: Revision, catalogue: PreparedCatalogue): Promise<number> {
    const rows = newVersions(EMPTY_CATALOGUE.versions, catalogue);
    return await revisions.repair(active.number, rows, catalogue.documents);
  }

  /** If the active revision is damaged, only those who mend it may go on, and only if they say so. */
  async #compare(
    active: Revision | undefined,
    before: CatalogueVersion,
    catalogue: PreparedCatalogue,
  ): Promise<{ difference: Difference; risk: Risk | undefined }> {
    try {
      const comparison: Comparison = await compareCatalogues(before, catalogue);
      const unchanged = (locale: 'en' | 'es') => catalogue.textsUnchanged(locale, before.versions);
      const risk = active && riskOf(comparison, active.trees, unchanged);
      return { difference: comparison.difference, risk };
    } catch (error) {
      if (!this.#options.isMending || !(error instanceof DamagedError)) throw error;
      const { difference } = await compareCatalogues(EMPTY_CATALOGUE, catalogue);
      return { difference, risk: UNKNOWN_RISK };
    }
  }
}
