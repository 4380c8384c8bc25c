import type { Exchange } from '../pipeline/exchange.ts';
import { suggestPath } from '../pipeline/not-found.ts';
import type { Service } from '../pipeline/service.ts';
import { pageHeaders, VARY_ACCEPT } from '../response/headers.ts';
import { INTERNAL, methodNotAllowed, PROBLEMS, type Problem, URI_TOO_LONG } from '../response/problems.ts';
import { PLAIN_PAGE_POLICY, prefersPage, refusalPage } from './html.ts';
import { PAGES, previewPage, type Resource } from './pages.ts';
import { HTML } from './web-file.ts';

export class Site {
  readonly #service: Service;
  readonly #pages = new Map<string, { route: string; resource: Resource }>();

  constructor(service: Service) {
    this.#service = service;
    const pages = service.checks ? [...PAGES, previewPage(service.checks)] : PAGES;
    for (const { route, resources } of pages) {
      for (const [path, resource] of Object.entries(resources({ ...service.settings, ...service.live() })))
        this.#pages.set(path, { route, resource });
    }
  }

  handle(exchange: Exchange): void {
    const found = exchange.isTooLong ? undefined : this.#pages.get(exchange.path);
    if (found) exchange.route = found.route;
    if (exchange.isTooLong) this.#refuse(exchange, URI_TOO_LONG);
    else if (!found) this.#refuse(exchange, this.#nothingAt(exchange.path));
    else if (exchange.method !== 'GET' && exchange.method !== 'HEAD') this.#refuse(exchange, methodNotAllowed());
    else
      found.resource.send(exchange, this.#service)?.catch((error) => {
        this.#service.log.error({ id: exchange.id, err: error }, 'failed to answer');
        if (exchange.isAnswered) exchange.abandon();
        else this.#refuse(exchange, INTERNAL);
      });
  }

  #nothingAt(path: string): Problem {
    const meant = suggestPath(path, this.#pages.keys());
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    return { code: 'route-not-found', detail: `There is nothing at this address.${hint}` };
  }

  /** Sends a page to a browser, a problem body to a program. */
  #refuse(exchange: Exchange, problem: Problem): void {
    const { publicUrl, docs } = this.#service.settings;
    if (!prefersPage(exchange.header('accept'))) exchange.sendProblem(problem, publicUrl ?? '', VARY_ACCEPT);
    else {
      const page = refusalPage(problem, exchange.path, exchange.id, docs === 'on');
      const headers = [...pageHeaders(HTML, PLAIN_PAGE_POLICY), ...(problem.headers ?? []), ...VARY_ACCEPT];
      exchange.send(PROBLEMS[problem.code].status, headers, Buffer.from(page));
    }
  }
}
