// Turns what the HTTP parser refuses into requests, as far as they are readable, so that they are counted, answered and logged.

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage as Incoming, ServerResponse as Response } from 'node:http';
import type { Socket } from 'node:net';
import { IncomingMessage, ServerResponse } from '../../net/node-http.ts';
import { echo } from '../query/parsed-query.ts';
import type { Problem } from '../response/problems.ts';
import { MAX_TARGET_BYTES } from './limits.ts';

export interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
  /** The position of the error in the packet. */
  bytesParsed?: number;
}

interface Head {
  method: string;
  target: string;
  /** Names and values alternate. */
  headers: string[];
}

const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]{1,32}) (\S+) HTTP\/1\.[01]$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~\w-]+):([^\0\r\n]*)$/;

/** Returns no refusal for a request whose only fault is a method that the parser doesn't know. */
export function parseRefusedRequest(
  error: ParserError,
  socket: Socket,
): { request: Incoming; refusal: Problem | undefined } {
  const text = textOf(error);
  const head = error.code === 'HPE_INVALID_METHOD' ? parseHead(text) : undefined;
  return {
    request: requestOf(socket, head ?? parseFragments(text)),
    refusal: head ? undefined : problemOf(error, text),
  };
}

/** Whether the request ended early or didn't arrive in time. */
export function isPartial({ code }: ParserError): boolean {
  return code === 'HPE_INVALID_EOF_STATE' || code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

/** For a request for which Node has created no response. The socket must be assigned before sending. */
export function createResponse(request: Incoming): Response {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.on('finish', () => {
    response.detachSocket(request.socket);
    process.nextTick(() => response.emit('close'));
  });
  return response;
}

/** The packet from where the refused request begins; earlier packets are lost. */
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

/** Finds what affects the response to an invalid head: whether it has a body, the target and the origin. */
function parseFragments(text: string): Head {
  const [, method, target = ''] = /^([!-~]{1,32}) (\/[!-~]*)/.exec(text) ?? [];
  const [, origin] = /\r\nOrigin:[ \t]*([!-~]+)[ \t]*\r\n/i.exec(text) ?? [];
  return { method: method === 'HEAD' ? method : '', target, headers: origin ? ['Origin', origin] : [] };
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

/** The percent-encoded forms of the segments and parameters that lack it. */
function encodedParts(text: string): string {
  const [, target = ''] = UNENCODED_LINE.exec(text) ?? [];
  const [path, ...query] = target.split('?');
  const parts = [...path.split('/'), ...query.join('?').split('&')];
  const encoded = parts.map((part) => decodeBytes(part).replace(UNENCODED, encodeURIComponent));
  return echo(encoded.filter((part, at) => part !== parts[at]).join(', '));
}

/** Clients send UTF-8, and old ones Latin-1. */
function decodeBytes(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : latin1;
}

function beginsWithLongLine(text: string): boolean {
  if (!/^[A-Z]{1,16} /.test(text)) return false;
  const end = text.indexOf('\n');
  return end === -1 || end >= MAX_TARGET_BYTES;
}
