// A server that answers as a test wants: what a real one does too seldom, or never. Its name keeps its answers from being
// held against the document.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

type Handler = (response: ServerResponse, request: IncomingMessage) => void;

export interface FakeService {
  baseUrl: string;
  /** How many requests have arrived. */
  requests(): number;
}

/** Each request gets the next handler, and every one beyond them the last. */
export async function startFakeService(t: TestContext, ...handlers: Handler[]): Promise<FakeService> {
  let requests = 0;
  const server = createServer((request, response) => {
    const handler = handlers[Math.min(requests++, handlers.length - 1)];
    handler(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { baseUrl: `http://localhost:${(server.address() as AddressInfo).port}`, requests: () => requests };
}

export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Handler {
  return (response) => response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
}
