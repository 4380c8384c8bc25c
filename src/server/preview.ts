// In charge of a preview: content that is not published, served on this machine as if it were, by the threads and the code that
// serve what is. Nothing is written anywhere, and nothing that was set for a service counts.

import type { Logger } from 'pino';
import { collectGarbage } from '../config/garbage.ts';
import { liveOf, readSettings, type Settings } from '../config/settings.ts';
import type { Report } from '../content/read.ts';
import { countOf } from '../content/source/finding.ts';
import type { Check } from '../http/site/preview.ts';
import { logWarningsOfNode, ServiceLog } from '../observe/log.ts';
import type { Outlet } from '../observe/outlet.ts';
import type { Prepared, PreparedCatalogue, Progress } from '../publishing/prepare.ts';
import { VersionHistory } from '../publishing/version-history.ts';
import { encodeChangeLog } from '../snapshot/change-log.ts';
import { ServingThreads } from './threads.ts';

/** Nobody but this machine gets through to it, whatever is set. */
const LOOPBACK = '127.0.0.1';
/** A page of more would help nobody. */
const MAX_FINDINGS = 1_000;

export class PreviewServer {
  readonly #threads: ServingThreads;
  readonly #log: Logger;
  readonly #source: string;
  readonly #startedAt = Date.now();
  #checks = 0;
  /** Counts the good states of the content, which are its revisions. */
  #revision = 0;
  #hash: string | undefined;
  readonly #history = new VersionHistory();

  constructor(source: string, { port, defaultLocale }: Settings, logOutlet: Outlet) {
    this.#source = source;
    const settings = readSettings(
      {
        host: LOOPBACK,
        port: String(port),
        threads: '1',
        'default-locale': defaultLocale,
        'rate-limit': '1000000',
        'log-level': 'warn',
      },
      {},
    );
    const log = new ServiceLog(settings, logOutlet);
    this.#log = log.logger;
    logWarningsOfNode(this.#log);
    const events = { used: () => {}, replaced: () => {} };
    this.#threads = new ServingThreads(settings, liveOf(settings), log, events, { isPreview: true });
    this.#threads.start();
    this.#threads.tell({ type: 'callers', keys: [], allowlist: [LOOPBACK] });
  }

  /** The address, once it can be asked. */
  listen(): Promise<string> {
    return this.#threads.listen();
  }

  /** Shows content without errors; of other content only the findings, beside what was shown before. Returns the snapshot that is shown now. */
  show({ content, catalogue }: Prepared, progress: Progress): Uint8Array | undefined {
    this.#threads.storeWasRead(Date.now());
    const snapshot = catalogue && this.#publish(catalogue, progress);
    this.#threads.tell({ type: 'checked', check: this.#checkOf(content) });
    return snapshot;
  }

  async close(): Promise<void> {
    await this.#threads.close();
  }

  #publish(catalogue: PreparedCatalogue, progress: Progress): Uint8Array | undefined {
    if (catalogue.hash === this.#hash) return undefined;
    this.#hash = catalogue.hash;
    this.#revision++;
    const bytes = catalogue.snapshot(progress);
    const changeLog = encodeChangeLog(this.#history.add(this.#revision, catalogue.versions));
    const publishedAt = new Date().toISOString();
    this.#threads.tell({ type: 'published', revision: `r${this.#revision}`, publishedAt, bytes, changeLog });
    collectGarbage();
    return bytes;
  }

  #checkOf({ trees, errors, warnings }: Report): Check {
    return {
      id: `${this.#startedAt}-${++this.#checks}`,
      source: this.#source,
      revision: this.#hash === undefined ? null : `r${this.#revision}`,
      trees: trees.length,
      errors: countOf(errors),
      warnings: countOf(warnings),
      findings: [...errors, ...warnings].slice(0, MAX_FINDINGS),
    };
  }
}
