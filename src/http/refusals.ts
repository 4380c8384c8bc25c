// In charge of what the HTTP parser itself refuses: it reaches no route, and is still counted, and answered in our one shape.

import type { Duplex } from 'node:stream';
import type { Decision } from '../access/rate-limit.ts';
import { STATUS_CODES } from '../node-http.ts';
import { PROBLEMS } from '../problems.ts';
import type { Client } from './connection.ts';
import { LONGEST_TARGET, newRequestId, ownHeaders } from './exchange.ts';
import { linesOf } from './head.ts';
import { type Problem, problemBody } from './problem.ts';
import type { Service } from './service.ts';

interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
}

/** Writes the answer and ends the connection. */
export function refuse(socket: Duplex, problem: Problem, client: Client, limit: Decision, service: Service): void {
  const id = newRequestId();
  const body = problemBody(problem, id, service.settings.publicUrl ?? '');
  const { status } = PROBLEMS[problem.code];
  const headers = [
    ...ownHeaders(id, limit),
    ...['Content-Type', 'application/problem+json', 'Cache-Control', 'no-store'],
    ...(problem.headers ?? []),
    ...['Content-Length', String(body.length), 'Connection', 'close'],
  ];
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${linesOf(headers)}\r\n`;
  socket.end(Buffer.concat([Buffer.from(head), body]), () => socket.destroy());
  service.numbers.answered('', status, 0, body.length);
  service.log.info({ id, client: client.text, method: '', route: '', status, bytes: body.length }, 'request');
}

export function problemOf({ code, rawPacket }: ParserError): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { code: 'request-timeout', detail: 'The request was not complete in good time.' };
  }
  if (code !== 'HPE_HEADER_OVERFLOW') return { code: 'malformed-request', detail: 'This is not a valid HTTP request.' };
  return beginsWithLongLine(rawPacket)
    ? { code: 'uri-too-long', detail: 'The address is longer than the service accepts.' }
    : { code: 'headers-too-large', detail: 'The headers are larger than the service accepts.' };
}

/** As far as the last bytes that arrived can tell: those that came before them are gone. */
function beginsWithLongLine(packet: Buffer | undefined): boolean {
  if (!packet || !/^[A-Z]+ /.test(packet.toString('latin1', 0, 16))) return false;
  const end = packet.indexOf('\n');
  return end === -1 || end >= LONGEST_TARGET;
}
