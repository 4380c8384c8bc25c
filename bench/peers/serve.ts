// In charge of a peer's HTTP side: the least that a handler can do.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PeerQuestion, readQuestion } from './question.ts';

export function serve(answer: (question: PeerQuestion) => string | Promise<string>): void {
  const server = createServer(async (request, response) => {
    try {
      const body = Buffer.from(await answer(readQuestion(request.url as string)));
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
      response.end(body);
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}
