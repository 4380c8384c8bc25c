// A server in front of another, which passes everything on, and cuts off in the middle whatever answers a test says.

import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';

export interface CuttingFront {
  baseUrl: string;
  /** What was asked for, with its headers, in its order. */
  requests: IncomingMessage[];
  /** How many bytes it has sent, heads included. */
  bytesSent(): number;
}

/** After how many bytes of its body an answer is cut off; undefined where it is let through. */
type Cut = (request: IncomingMessage, number: number) => number | undefined;

/** Passes a request on, and so much of its answer. */
export function passOn(
  { method, headers, url }: IncomingMessage,
  response: ServerResponse,
  origin: string,
  most = Number.POSITIVE_INFINITY,
): void {
  const giveUp = () => response.destroy();
  const passed = request(`${origin}${url}`, { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode as number, answer.headers);
    send(answer, response, most).catch(giveUp);
  });
  passed.on('error', giveUp).end();
}

async function send(answer: AsyncIterable<Buffer>, response: ServerResponse, most: number): Promise<void> {
  let sent = 0;
  for await (const piece of answer) {
    const part = piece.subarray(0, most - sent);
    sent += part.length;
    await new Promise((resolve) => response.write(part, resolve));
    if (sent >= most) {
      response.destroy();
      return;
    }
  }
  response.end();
}

export async function startCuttingFront(t: TestContext, origin: string, cut: Cut): Promise<CuttingFront> {
  const requests: IncomingMessage[] = [];
  const front = createServer((asked, response) => {
    passOn(asked, response, origin, cut(asked, requests.push(asked)));
  });
  const sockets: Socket[] = [];
  front.on('connection', (socket) => sockets.push(socket));
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  t.after(() => {
    front.close();
    front.closeAllConnections();
  });
  // By a name that keeps cut answers from being held against the document.
  const baseUrl = `http://localhost:${(front.address() as AddressInfo).port}`;
  return { baseUrl, requests, bytesSent: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0) };
}
