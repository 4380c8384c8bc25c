// In charge of the port for metrics: one page, for Prometheus. It is apart from the service's own, so that a firewall can
// keep it inside, and is served by the main thread, so that it costs requests nothing.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from '../node-http.ts';
import { CONTENT_TYPE } from './exposition.ts';

const TIMEOUTS = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 60_000 };
const MOST_CONNECTIONS = 100;

export interface MetricsServer {
  address: string;
  close(): void;
}

export async function serveMetrics(host: string, port: number, report: () => string): Promise<MetricsServer> {
  const server = createServer(TIMEOUTS, (request, response) => {
    const isFound = request.url?.split('?')[0] === '/metrics';
    const [status, body] = isFound ? [200, report()] : [404, 'Metrics are at /metrics.\n'];
    response.writeHead(status, { 'Content-Type': isFound ? CONTENT_TYPE : 'text/plain' }).end(body);
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.listen({ host, port });
  await once(server, 'listening');
  const { address, family, port: actual } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}/metrics`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
