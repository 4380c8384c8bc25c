// The least that Node can do: a server that sends answers of given sizes from memory, and nothing else.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BareAnswer {
  status: number;
  length: number;
}

const answers = new Map<string, BareAnswer>(JSON.parse(readFileSync(process.argv[2], 'utf8')));
/** Each answer has its own memory, as it has in any server that has it at all. */
const bodies = new Map([...answers].map(([path, { length }]) => [path, Buffer.alloc(length, 'x')]));

const server = createServer((request, response) => {
  const path = request.url as string;
  const { status, length } = answers.get(path) as BareAnswer;
  if (status === 304) {
    response.writeHead(304);
    response.end();
  } else {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': length });
    response.end(bodies.get(path));
  }
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
