// Sends prepared responses with a head written by hand into an undocumented field of Node's response: validating every name
// and value again would take longer than finding the response. Works with one version of Node only.

import type { ServerResponse } from 'node:http';
import { JsonWriter } from '../../../catalogue/json-writer.ts';
import { preparedHeaderLines } from '../../response/headers.ts';
import { copyToOwnMemory, type Delivery, type PreparedResponse, preparedHeaders, type Sender } from '../contract.ts';
import { allocateBuffer, BufferPool } from './buffer-pool.ts';

/** Reserved in front of a body for the head, which is known later. */
const HEAD_BYTES = 4 * 1024;

const OK = 'HTTP/1.1 200 OK\r\n';
const NOT_MODIFIED = 'HTTP/1.1 304 Not Modified\r\n';

/** Node sends `_header` before the body unless `_headerSent`, and closes the connection if `_last`. */
type RawResponse = ServerResponse & { _header: string; _headerSent: boolean; _last: boolean };

export class FastSender implements Sender {
  readonly #pool = new BufferPool();
  /** For the moment, if the pool is exhausted. */
  readonly #shared = allocateBuffer();

  writerFor(owner: object, base: string): JsonWriter {
    return new JsonWriter(base, this.#pool.acquire(owner) ?? this.#shared, HEAD_BYTES);
  }

  join(lines: string, { written }: JsonWriter): Buffer {
    if (lines.length > HEAD_BYTES) return Buffer.concat([Buffer.from(lines, 'latin1'), written]);
    const bytes = Buffer.from(written.buffer, written.byteOffset - lines.length, lines.length + written.length);
    bytes.write(lines, 'latin1');
    return bytes.buffer === this.#shared.buffer ? copyToOwnMemory(bytes) : bytes;
  }

  send(owner: object, to: ServerResponse, prepared: PreparedResponse, delivery: Delivery): void {
    const { knownTag, requestId, limit, lines, withBody } = delivery;
    const response = to as RawResponse;
    const isLast = delivery.isLast || !response.shouldKeepAlive;
    const status = knownTag === undefined ? OK : NOT_MODIFIED;
    const head = status + preparedHeaderLines(requestId, limit, isLast) + lines;
    response.statusCode = knownTag === undefined ? 200 : 304;
    if (isLast) response._last = true;
    if (withBody) {
      const bytes = this.#combine(owner, head, prepared.bytes);
      response._header = head;
      response._headerSent = bytes !== undefined;
      response.end(bytes ?? prepared.bytes);
    } else {
      response._header = `${head}${preparedHeaders(prepared, knownTag)}\r\n`;
      response.end();
    }
  }

  /** One write costs Node and the system less than two. Returns undefined without a buffer or enough space in it. */
  #combine(owner: object, head: string, bytes: Buffer): Buffer | undefined {
    const buffer = this.#pool.acquire(owner);
    if (!buffer) return undefined;
    const isInPlace = bytes.buffer === buffer.buffer;
    const start = isInPlace ? bytes.byteOffset - head.length : 0;
    const end = start + head.length + bytes.length;
    if (start < 0 || end > buffer.length) return undefined;
    if (!isInPlace) bytes.copy(buffer, head.length);
    buffer.write(head, start, 'latin1');
    return buffer.subarray(start, end);
  }

  end(owner: object): void {
    this.#pool.release(owner);
  }
}
