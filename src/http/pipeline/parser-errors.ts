// In charge of what the HTTP parser itself refuses: as much as is known of it becomes a request that is counted, answered
// and logged as every other.

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage as Incoming, ServerResponse as Response } from 'node:http';
import type { Socket } from 'node:net';
import { IncomingMessage, ServerResponse } from '../../net/node-http.ts';
import { echo } from '../query/parsed-query.ts';
import type { Problem } from '../response/problems.ts';
import { LONGEST_TARGET } from './limits.ts';

export interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
  /** Where in the packet it was found. */
  bytesParsed?: number;
}

interface Head {
  method: string;
  target: string;
  /** Names and values in turn. */
  headers: string[];
}

/** A method that nobody knows is refused by the parser, and by nobody else: with it, this would be a request. */
const UNKNOWN_METHOD = 'HPE_INVALID_METHOD';

const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]{1,32}) (\S+) HTTP\/1\.[01]$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~\w-]+):([^\0\r\n]*)$/;

/** The request as far as it is known, and what is wrong with it; nothing but its method may be. */
export function refusedRequest(
  error: ParserError,
  socket: Socket,
): { request: Incoming; refusal: Problem | undefined } {
  const text = textOf(error);
  const head = error.code === UNKNOWN_METHOD ? parseHead(text) : undefined;
  return {
    request: requestOf(socket, head ?? glimpse(text)),
    refusal: head ? undefined : problemOf(error, text),
  };
}

/** What can be told of a head that is none, and matters to who gets the answer. */
function glimpse(text: string): Head {
  const [, method, target = ''] = /^([!-~]{1,32}) (\/[!-~]*)/.exec(text) ?? [];
  const [, origin] = /\r\nOrigin:[ \t]*([!-~]+)[ \t]*\r\n/i.exec(text) ?? [];
  return { method: method === 'HEAD' ? method : '', target, headers: origin ? ['Origin', origin] : [] };
}

/** What ended before it was whole, or was not whole in time. */
export function isPartial({ code }: ParserError): boolean {
  return code === 'HPE_INVALID_EOF_STATE' || code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

/** An answer to a request that Node has not made one for; the connection's turn must have come when it is sent. */
export function responseTo(request: Incoming): Response {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.on('finish', () => {
    response.detachSocket(request.socket);
    process.nextTick(() => response.emit('close'));
  });
  return response;
}

/** The bytes that the refused request begins with, as far as they came with those that it was refused for. */
function textOf({ rawPacket, bytesParsed = 0 }: ParserError): string {
  if (!rawPacket) return '';
  const before = rawPacket.lastIndexOf('\r\n\r\n', Math.max(bytesParsed - 4, 0));
  return rawPacket.toString('latin1', before === -1 ? 0 : before + 4);
}

function parseHead(text: string): Head | undefined {
  const end = text.indexOf('\r\n\r\n');
  const [first, ...lines] = end === -1 ? [''] : text.slice(0, end).split('\r\n');
  const [, method, target] = REQUEST_LINE.exec(first) ?? [];
  const pairs = lines.map((line) => HEADER_LINE.exec(line));
  if (target === undefined || !pairs.every((pair) => pair !== null)) return undefined;
  return { method, target, headers: pairs.flatMap(([, name, value]) => [name, value.trim()]) };
}

function requestOf(socket: Socket, { method, target, headers }: Head): Incoming {
  const request = new IncomingMessage(socket);
  request.method = method;
  request.url = target;
  request.httpVersion = '1.1';
  request.rawHeaders = headers;
  request.headers = {};
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at].toLowerCase();
    const before = request.headers[name];
    request.headers[name] = before === undefined ? headers[at + 1] : `${before}, ${headers[at + 1]}`;
  }
  return request;
}

function problemOf({ code }: ParserError, text: string): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { code: 'request-timeout', detail: 'The request was not complete in good time.' };
  }
  if (code !== 'HPE_HEADER_OVERFLOW') {
    const encoded = encodedParts(text);
    const advice = `The address has characters that must be percent-encoded. Send ${encoded}.`;
    return { code: 'malformed-request', detail: encoded ? advice : 'This is not a valid HTTP request.' };
  }
  return beginsWithLongLine(text)
    ? { code: 'uri-too-long', detail: 'The address is longer than the service accepts.' }
    : { code: 'headers-too-large', detail: 'The headers are larger than the service accepts.' };
}

/** A request line whose target has blanks or bytes beyond ASCII, and no control characters. */
const UNENCODED_LINE = /^[A-Z]{1,16} (\/[ -~\x80-\xff]*) HTTP\/1\.[01]\r\n/;
const UNENCODED = /[^!-~]+/g;

/** The path segments and parameters of a request target that are not percent-encoded, as they should be; or nothing. */
function encodedParts(text: string): string {
  const [, target = ''] = UNENCODED_LINE.exec(text) ?? [];
  const [path, ...query] = target.split('?');
  const parts = [...path.split('/'), ...query.join('?').split('&')];
  const encoded = parts.map((part) => textIn(part).replace(UNENCODED, encodeURIComponent));
  return echo(encoded.filter((part, at) => part !== parts[at]).join(', '));
}

/** Clients send UTF-8, and old ones Latin-1. */
function textIn(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : latin1;
}

/** As far as the last bytes that arrived can tell: those that came before them are gone. */
function beginsWithLongLine(text: string): boolean {
  if (!/^[A-Z]{1,16} /.test(text)) return false;
  const end = text.indexOf('\n');
  return end === -1 || end >= LONGEST_TARGET;
}
