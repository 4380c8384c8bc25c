// In charge of what the HTTP parser itself refuses: it reaches no route, and is still answered in our one shape.

import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { PROBLEMS } from '../problems.ts';
import { type Problem, problemBody } from './problem.ts';

interface ParserError extends Error {
  code?: string;
}

export function refuse(socket: Duplex, error: ParserError, base: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const problem = problemOf(error);
  const id = randomBytes(12).toString('base64url');
  const body = problemBody(problem, id, base);
  const { status } = PROBLEMS[problem.code];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `X-Request-Id: ${id}`,
    'X-Content-Type-Options: nosniff',
    'Content-Type: application/problem+json',
    'Cache-Control: no-store',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
}

function problemOf({ code }: ParserError): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { code: 'headers-too-large', detail: 'The request’s headers are too large.' };
  return { code: 'malformed-request', detail: 'This is not a valid HTTP request.' };
}
