// In charge of a preview: content that is not published, served on this machine as if it were, by the threads and the code that
// serve what is. Nothing is written anywhere, and nothing that was set for a service counts.

import type { Logger } from 'pino';
import { liveOf, readSettings, type Settings } from '../config/settings.ts';
import type { Report } from '../content/read.ts';
import { countOf } from '../content/source/finding.ts';
import type { Check } from '../http/checks.ts';
import { logWarningsOfNode, ServiceLog } from '../observe/log.ts';
import type { Outlet } from '../observe/outlet.ts';
import { Chronicle } from '../snapshot/chronicle.ts';
import { type CompiledContent, compile, type Progress } from '../snapshot/compile.ts';
import { openSnapshot } from '../snapshot/open.ts';
import { emptyChronicle, statesIn, writeChronicle } from '../snapshot/write-chronicle.ts';
import { releaseReplaced } from './memory.ts';
import { shared } from './snapshots.ts';
import { ServingThreads } from './threads.ts';

/** Nobody but this machine gets through to it, whatever is set. */
const LOOPBACK = '127.0.0.1';
const IS_VERIFIED = { isVerified: true };
/** A page of more would help nobody. */
const MOST_FINDINGS = 1_000;

export class PreviewServer {
  readonly #threads: ServingThreads;
  readonly #log: Logger;
  readonly #source: string;
  readonly #startedAt = Date.now();
  #checks = 0;
  /** Counts the good states of the content, which are its revisions. */
  #revision = 0;
  #hash: string | undefined;
  #chronicle = emptyChronicle();

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

  /** Shows content that is good; of what is not only the findings, beside what was good before. */
  show(content: Report & CompiledContent, progress?: Progress): void {
    this.#threads.storeWasRead(Date.now());
    if (content.errors.length === 0) this.#publish(compile(content, progress));
    this.#threads.tell({ type: 'checked', check: this.#checkOf(content) });
  }

  async close(): Promise<void> {
    await this.#threads.close();
  }

  #publish(compiled: Uint8Array): void {
    const snapshot = openSnapshot(compiled, IS_VERIFIED);
    if (snapshot.hash === this.#hash) return;
    this.#hash = snapshot.hash;
    this.#revision++;
    const before = new Chronicle(this.#chronicle, IS_VERIFIED);
    this.#chronicle = shared(writeChronicle(before, this.#revision, { states: statesIn(snapshot) }));
    const publishedAt = new Date().toISOString();
    const loaded = { bytes: shared(compiled), chronicle: this.#chronicle };
    this.#threads.tell({ type: 'published', revision: `r${this.#revision}`, publishedAt, ...loaded });
    releaseReplaced();
  }

  #checkOf({ trees, errors, warnings }: Report): Check {
    return {
      id: `${this.#startedAt}-${++this.#checks}`,
      source: this.#source,
      revision: this.#hash === undefined ? null : `r${this.#revision}`,
      trees: trees.length,
      errors: countOf(errors),
      warnings: countOf(warnings),
      findings: [...errors, ...warnings].slice(0, MOST_FINDINGS),
    };
  }
}
