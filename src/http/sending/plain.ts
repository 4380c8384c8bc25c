// In charge of the plain way to send prepared answers: over Node's public interface, in memory that is used once.

import type { ServerResponse } from 'node:http';
import { JsonWriter } from '../../catalogue/json-writer.ts';
import { linesOfAnswer } from '../response/headers.ts';
import type { Delivery, Sender } from './contract.ts';
import { type PreparedAnswer, preparedLines } from './prepared.ts';

const FIRST_BYTES = 16 * 1024;

export class PlainSender implements Sender {
  writerFor(_owner: object, base: string): JsonWriter {
    return new JsonWriter(base, Buffer.allocUnsafeSlow(FIRST_BYTES));
  }

  join(lines: string, { written }: JsonWriter): Buffer {
    return Buffer.concat([Buffer.from(lines, 'latin1'), written]);
  }

  send(_owner: object, response: ServerResponse, answer: PreparedAnswer, delivery: Delivery): void {
    const { knownTag, requestId, limit, lines, withBody } = delivery;
    const isLast = delivery.isLast || !response.shouldKeepAlive;
    const head = linesOfAnswer(requestId, limit, isLast) + lines + preparedLines(answer, knownTag);
    response.writeHead(knownTag === undefined ? 200 : 304, headersIn(head));
    response.end(withBody ? answer.bytes.subarray(answer.bodyAt) : undefined);
  }

  end(): void {}
}

/** Names and values in turn. */
function headersIn(lines: string): string[] {
  return lines
    .trimEnd()
    .split('\r\n')
    .flatMap((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
}
