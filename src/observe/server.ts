// Serves the metrics for Prometheus on a port of its own, so that a firewall can protect it, from the main thread, so that
// it costs requests nothing.

import { once } from 'node:events';
import type { Logger } from 'pino';
import { addressOf, createServer } from '../net/node-http.ts';
import { CONTENT_TYPE } from './exposition.ts';

const TIMEOUTS = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 60_000 };
const MAX_CONNECTIONS = 100;
const ALLOW = { Allow: 'GET, HEAD' };

export interface MetricsServer {
  address: string;
  close(): void;
}

export async function serveMetrics(
  { host, port }: { host: string; port: number },
  report: () => string,
  log: Pick<Logger, 'error'>,
): Promise<MetricsServer> {
  const server = createServer(TIMEOUTS, (request, response) => {
    const refuse = (status: number, why: string, headers = {}) =>
      response.writeHead(status, { 'Content-Type': 'text/plain', ...headers }).end(`${why}\n`);
    if (request.url?.split('?')[0] !== '/metrics') return refuse(404, 'Metrics are at /metrics.');
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Use GET or HEAD.', ALLOW);
    try {
      return response.setHeader('Content-Type', CONTENT_TYPE).end(report());
    } catch (error) {
      // For example, reading the memory in use opens a file, which a limit may prevent.
      log.error({ err: error }, 'cannot report metrics');
      return refuse(500, 'The metrics could not be read.');
    }
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen({ host, port });
  await once(server, 'listening');
  server.on('error', (error) => log.error({ err: error }, 'cannot take a connection for metrics'));
  return {
    address: `${addressOf(server)}/metrics`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
