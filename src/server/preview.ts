// Serves unpublished content on this machine, with the same threads and code as published content. Writes nothing, and
// ignores the settings of a service.

import { collectGarbage } from '../config/garbage.ts';
import { liveOf, readSettings, type Settings } from '../config/settings.ts';
import type { Report } from '../content/read.ts';
import type { Progress } from '../content/source/context.ts';
import { countOf } from '../content/source/finding.ts';
import type { Check } from '../http/site/preview.ts';
import { logWarningsOfNode, ServiceLog } from '../observe/log.ts';
import type { Outlet } from '../observe/outlet.ts';
import type { Prepared, PreparedCatalogue } from '../publishing/prepare.ts';
import { VersionHistory } from '../publishing/version-history.ts';
import { encodeChangeLog } from '../snapshot/change-log.ts';
import { ServingThreads } from './threads.ts';

/** Never reachable from elsewhere. */
const LOOPBACK = '127.0.0.1';
const MAX_FINDINGS = 1_000;

export class PreviewServer {
  readonly #threads: ServingThreads;
  readonly #source: string;
  readonly #startedAt = Date.now();
  #checks = 0;
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
    logWarningsOfNode(log.logger);
    const events = { used: () => {}, replaced: () => {} };
    this.#threads = new ServingThreads(settings, liveOf(settings), log, events, { isPreview: true });
    this.#threads.start();
    this.#threads.tell({ type: 'callers', keys: [], allowlist: [LOOPBACK] });
  }

  listen(): Promise<string> {
    return this.#threads.listen();
  }

  /** Shows valid content; of invalid content only the findings, alongside what was shown before. Returns a new snapshot. */
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
