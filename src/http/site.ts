// In charge of what lies outside /api/v1: health, readiness, and the files for browsers. None shows catalogue data.

import { staleStore, type Warning } from '../monitor/warnings.ts';
import type { ProblemCode } from '../problems.ts';
import type { Exchange } from './exchange.ts';
import { NotPrepared } from './explorer-page.ts';
import { sendProblem, uriTooLong } from './problem.ts';
import type { Service } from './service.ts';
import type { WebFile } from './web-file.ts';
import { webFiles } from './web-files.ts';

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
    const base = this.#service.settings.publicUrl ?? '';
    const page = this.#pageAt(exchange.path);
    if (exchange.isTooLong) {
      sendProblem(exchange, uriTooLong(exchange), base);
      return;
    }
    if (!page) {
      this.#refuse(exchange, 'route-not-found', 'There is nothing at this address.');
      return;
    }
    exchange.route = page.route;
    if (exchange.method === 'GET' || exchange.method === 'HEAD') page.show(exchange);
    else this.#refuse(exchange, 'method-not-allowed', 'Use GET, HEAD.', ['Allow', 'GET, HEAD']);
  }

  #pageAt(path: string): Page | undefined {
    if (path === '/healthz') return { route: path, show: (exchange) => sendJson(exchange, 200, { status: 'alive' }) };
    if (path === '/readyz') return { route: path, show: (exchange) => this.#showReadiness(exchange) };
    const found = this.#files.get(path);
    return found && { route: found.route, show: (exchange) => this.#sendFile(exchange, found.file) };
  }

  #sendFile(exchange: Exchange, file: WebFile): void {
    file.send(exchange).catch((error) => {
      this.#service.log.error({ id: exchange.id, err: error }, 'failed to answer');
      const detail = error instanceof NotPrepared ? error.message : 'The service could not answer.';
      if (exchange.isAnswered) exchange.abandon();
      else this.#refuse(exchange, 'internal', detail);
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

  #refuse(exchange: Exchange, code: ProblemCode, detail: string, headers: string[] = []): void {
    sendProblem(exchange, { code, detail, headers }, this.#service.settings.publicUrl ?? '');
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
