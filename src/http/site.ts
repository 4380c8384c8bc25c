// In charge of what lies outside /api/v1: health, readiness and the pages that explain problems. None shows catalogue data.

import { isProblemCode, PROBLEMS, type ProblemCode } from '../problems.ts';
import type { Exchange } from './exchange.ts';
import { sendProblem, uriTooLong } from './problem.ts';
import type { Service } from './service.ts';

const PROBLEM_PREFIX = '/problems/';

export class Site {
  readonly #service: Service;

  constructor(service: Service) {
    this.#service = service;
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

  #pageAt(path: string): { route: string; show(exchange: Exchange): void } | undefined {
    if (path === '/healthz') return { route: path, show: (exchange) => sendJson(exchange, 200, { status: 'alive' }) };
    if (path === '/readyz') return { route: path, show: (exchange) => this.#showReadiness(exchange) };
    const code = path.startsWith(PROBLEM_PREFIX) ? path.slice(PROBLEM_PREFIX.length) : '';
    if (!isProblemCode(code)) return undefined;
    return { route: '/problems/{code}', show: (exchange) => sendPage(exchange, problemPage(code)) };
  }

  #showReadiness(exchange: Exchange): void {
    const published = this.#service.published();
    if (!published) {
      sendJson(exchange, 503, { status: 'unready', reason: 'nothing has been published yet' });
      return;
    }
    const { revision, publishedAt } = published;
    const ageSeconds = secondsSince(Date.parse(publishedAt));
    const storeReadSecondsAgo = secondsSince(this.#service.storeReadAt());
    sendJson(exchange, 200, { status: 'ready', revision, publishedAt, ageSeconds, storeReadSecondsAgo });
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

function sendPage(exchange: Exchange, html: string): void {
  const policy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
  const headers = ['Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'public, max-age=3600'];
  exchange.send(200, [...headers, 'Content-Security-Policy', policy], Buffer.from(html));
}

function problemPage(code: ProblemCode): string {
  const { status, title, explanation } = PROBLEMS[code];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – Sylva</title>
<h1>${title}</h1>
<p><code>${code}</code>, HTTP status ${status}</p>
<p>${explanation}</p>
</html>
`;
}
