// In charge of what lies outside /api/v1: health, readiness, and the files for browsers. None shows catalogue data.

import { staleStore, type Warning } from '../monitor/warnings.ts';
import { PROBLEMS } from '../problems.ts';
import type { Exchange } from './exchange.ts';
import { NotPrepared } from './explorer-page.ts';
import { meantPath } from './not-found.ts';
import { PLAIN_PAGE_POLICY } from './plain-page.ts';
import { type Problem, sendProblem, uriTooLong } from './problem.ts';
import { prefersPage, refusalPage } from './refusal-page.ts';
import type { Service } from './service.ts';
import type { WebFile } from './web-file.ts';
import { HTML, webFiles } from './web-files.ts';

const HEALTH = '/healthz';
const READINESS = '/readyz';
const VARY = ['Vary', 'Accept'];
const METHOD_NOT_ALLOWED: Problem = {
  code: 'method-not-allowed',
  detail: 'Use GET, HEAD.',
  headers: ['Allow', 'GET, HEAD'],
};

interface Page {
  /** The route's pattern, for the log. */
  route: string;
  show(exchange: Exchange): void;
}

export class Site {
  readonly #service: Service;
  readonly #files: ReturnType<typeof webFiles>;

  constructor(service: Service) {
    this.#service = service;
    this.#files = webFiles(service.settings);
  }

  handle(exchange: Exchange): void {
    if (exchange.isTooLong) {
      this.#refuse(exchange, uriTooLong(exchange));
      return;
    }
    const page = this.#pageAt(exchange.path);
    if (!page) {
      this.#refuse(exchange, this.#nothingAt(exchange.path));
      return;
    }
    exchange.route = page.route;
    if (exchange.method === 'GET' || exchange.method === 'HEAD') page.show(exchange);
    else this.#refuse(exchange, METHOD_NOT_ALLOWED);
  }

  #pageAt(path: string): Page | undefined {
    if (path === HEALTH) return { route: path, show: (exchange) => sendJson(exchange, 200, { status: 'alive' }) };
    if (path === READINESS) return { route: path, show: (exchange) => this.#showReadiness(exchange) };
    const found = this.#files.get(path);
    return found && { route: found.route, show: (exchange) => this.#sendFile(exchange, found.file) };
  }

  #sendFile(exchange: Exchange, file: WebFile): void {
    file.send(exchange).catch((error) => {
      this.#service.log.error({ id: exchange.id, err: error }, 'failed to answer');
      const detail = error instanceof NotPrepared ? error.message : 'The service could not answer.';
      if (exchange.isAnswered) exchange.abandon();
      else this.#refuse(exchange, { code: 'internal', detail });
    });
  }

  #showReadiness(exchange: Exchange): void {
    const published = this.#service.published();
    if (!published || this.#service.isDraining()) {
      const reason = published ? 'the service is about to stop' : 'nothing has been published yet';
      sendJson(exchange, 503, { status: 'unready', reason, warnings: this.#warnings() });
      return;
    }
    const { revision, publishedAt } = published;
    const ageSeconds = secondsSince(Date.parse(publishedAt));
    const storeReadAt = this.#service.storeReadAt();
    const storeReadSecondsAgo = storeReadAt === 0 ? null : secondsSince(storeReadAt);
    const warnings = this.#warnings();
    sendJson(exchange, 200, { status: 'ready', revision, publishedAt, ageSeconds, storeReadSecondsAgo, warnings });
  }

  /** The main thread tells of all, unless it hangs itself. */
  #warnings(): Warning[] {
    const told = this.#service.warnings().filter(({ code }) => code !== 'store-stale');
    const stale = staleStore(this.#service.storeReadAt(), Date.now());
    return stale ? [...told, stale] : told;
  }

  #nothingAt(path: string): Problem {
    const meant = meantPath(path, [HEALTH, READINESS, ...this.#files.keys()]);
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    return { code: 'route-not-found', detail: `There is nothing at this address.${hint}` };
  }

  /** A page for a browser, a problem body for a program. */
  #refuse(exchange: Exchange, problem: Problem): void {
    const { publicUrl, docs } = this.#service.settings;
    if (!prefersPage(exchange.header('accept'))) sendProblem(exchange, problem, publicUrl ?? '', VARY);
    else {
      const page = refusalPage(problem, exchange.path, exchange.id, docs === 'on');
      const headers = ['Content-Type', HTML, 'Cache-Control', 'no-store', 'Content-Security-Policy', PLAIN_PAGE_POLICY];
      const { status } = PROBLEMS[problem.code];
      exchange.send(status, [...headers, ...(problem.headers ?? []), ...VARY], Buffer.from(page));
    }
  }
}

function secondsSince(moment: number): number {
  return Math.max(0, Math.floor((Date.now() - moment) / 1000));
}

function sendJson(exchange: Exchange, status: number, value: unknown): void {
  const retry = status === 503 ? ['Retry-After', '5'] : [];
  const headers = ['Content-Type', 'application/json', 'Cache-Control', 'no-store', ...retry];
  exchange.send(status, headers, Buffer.from(JSON.stringify(value)));
}
