// In charge of the HTTP server: takes each request to the API or to the site, and logs one line for each.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { API_PREFIX, Api } from './api.ts';
import { Exchange } from './exchange.ts';
import { sendProblem } from './problem.ts';
import { refuse } from './refusals.ts';
import type { Service } from './service.ts';
import { Site } from './site.ts';

export const LONGEST_TARGET = 8 * 1024;

export function createHttpServer(service: Service): Server {
  const api = new Api(service);
  const site = new Site(service);
  const base = service.settings.publicUrl ?? '';

  const dispatch = (exchange: Exchange) => {
    if (exchange.path.length + exchange.queryString.length >= LONGEST_TARGET) {
      const detail = `The address is longer than ${LONGEST_TARGET} bytes.`;
      sendProblem(exchange, { code: 'uri-too-long', detail, headers: ['Connection', 'close'] }, base);
    } else if (isUnderApi(exchange.path)) api.handle(exchange);
    else site.handle(exchange);
  };

  const server = createServer(
    { maxHeaderSize: 2 * LONGEST_TARGET },
    (request: IncomingMessage, response: ServerResponse) => {
      const exchange = new Exchange(request, response);
      response.once('close', () => logExchange(service, exchange));
      try {
        dispatch(exchange);
      } catch (error) {
        service.log.error({ id: exchange.id, err: error }, 'failed to answer');
        if (exchange.isAnswered) response.destroy();
        else sendProblem(exchange, { code: 'internal', detail: 'The service could not answer.' }, base);
      }
      request.resume();
    },
  );
  server.on('clientError', (error, socket) => refuse(socket, error, base));
  return server;
}

function isUnderApi(path: string): boolean {
  return path === API_PREFIX || path.startsWith(`${API_PREFIX}/`);
}

function logExchange({ log, current }: Service, exchange: Exchange): void {
  const { id, method, route, status, bytes } = exchange;
  const durationMs = Math.round((performance.now() - exchange.startedAt) * 1000) / 1000;
  log.info({ id, method, route, status, revision: current()?.revision, bytes, durationMs }, 'request');
}
