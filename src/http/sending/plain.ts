// Sends prepared responses through Node's public interface.

import type { ServerResponse } from 'node:http';
import { JsonWriter } from '../../catalogue/json-writer.ts';
import { preparedHeaderLines } from '../response/headers.ts';
import { type Delivery, type PreparedResponse, preparedHeaders, type Sender } from './contract.ts';

const INITIAL_BYTES = 16 * 1024;

export class PlainSender implements Sender {
  writerFor(_owner: object, base: string): JsonWriter {
    return new JsonWriter(base, Buffer.allocUnsafeSlow(INITIAL_BYTES));
  }

  join(lines: string, { written }: JsonWriter): Buffer {
    return Buffer.concat([Buffer.from(lines, 'latin1'), written]);
  }

  send(_owner: object, response: ServerResponse, prepared: PreparedResponse, delivery: Delivery): void {
    const { knownTag, requestId, limit, lines, withBody } = delivery;
    const isLast = delivery.isLast || !response.shouldKeepAlive;
    const head = preparedHeaderLines(requestId, limit, isLast) + lines + preparedHeaders(prepared, knownTag);
    response.writeHead(knownTag === undefined ? 200 : 304, parseHeaderLines(head));
    response.end(withBody ? prepared.bytes.subarray(prepared.bodyAt) : undefined);
  }

  end(): void {}
}

function parseHeaderLines(lines: string): string[] {
  return Array.from(lines.matchAll(/([^:]+): (.*)\r\n/g), ([, name, value]) => [name, value]).flat();
}
