// In charge of the fast way to send prepared answers, and the only entrance to it. Node checks every name and value of a head
// anew for each answer, which would cost more than to find the answer: so the head is put where Node itself puts it, in a
// field that is not documented. It is for the one version of Node that this is tested with.

import type { ServerResponse } from 'node:http';
import { JsonWriter } from '../../../catalogue/json-writer.ts';
import { linesOfAnswer } from '../../response/headers.ts';
import type { Delivery, Sender } from '../contract.ts';
import { inMemoryOfItsOwn, type PreparedAnswer, preparedLines } from '../prepared.ts';
import { LentMemory, newBlock } from './buffer-pool.ts';
import { prefetch } from './prefetch.ts';

/** What is left free before a body, for a head that is known only when the body is. */
const HEAD_ROOM = 4 * 1024;

const OK = 'HTTP/1.1 200 OK\r\n';
const NOT_MODIFIED = 'HTTP/1.1 304 Not Modified\r\n';

/** `_header` is sent before the first bytes of the body unless `_headerSent`, and `_last` ends the connection behind them. */
type Headed = ServerResponse & { _header: string; _headerSent: boolean; _last: boolean };

export class FastSender implements Sender {
  readonly #memory = new LentMemory();
  /** For the moment, where no memory is left to lend. */
  readonly #shared = newBlock();

  writerFor(owner: object, base: string): JsonWriter {
    return new JsonWriter(base, this.#memory.lendTo(owner) ?? this.#shared, HEAD_ROOM, prefetch);
  }

  join(lines: string, { written }: JsonWriter): Buffer {
    if (lines.length > HEAD_ROOM) return Buffer.concat([Buffer.from(lines, 'latin1'), written]);
    const bytes = Buffer.from(written.buffer, written.byteOffset - lines.length, lines.length + written.length);
    bytes.write(lines, 'latin1');
    return bytes.buffer === this.#shared.buffer ? inMemoryOfItsOwn(bytes) : bytes;
  }

  send(owner: object, to: ServerResponse, answer: PreparedAnswer, delivery: Delivery): void {
    const { knownTag, requestId, limit, lines, withBody } = delivery;
    const response = to as Headed;
    const isLast = delivery.isLast || !response.shouldKeepAlive;
    const status = knownTag === undefined ? OK : NOT_MODIFIED;
    const head = status + linesOfAnswer(requestId, limit, isLast) + lines;
    response.statusCode = knownTag === undefined ? 200 : 304;
    if (isLast) response._last = true;
    if (withBody) {
      const piece = this.#inOnePiece(owner, head, answer.bytes);
      response._header = head;
      response._headerSent = piece !== undefined;
      response.end(piece ?? answer.bytes);
    } else {
      response._header = `${head}${preparedLines(answer, knownTag)}\r\n`;
      response.end();
    }
  }

  /** Two pieces are more work for Node and for the system; without memory to lend, answers that are kept stay where they are. */
  #inOnePiece(owner: object, head: string, bytes: Buffer): Buffer | undefined {
    const block = this.#memory.lendTo(owner);
    if (!block) return undefined;
    const isThere = bytes.buffer === block.buffer;
    const start = isThere ? bytes.byteOffset - head.length : 0;
    const end = start + head.length + bytes.length;
    if (start < 0 || end > block.length) return undefined;
    if (!isThere) bytes.copy(block, head.length);
    block.write(head, start, 'latin1');
    return block.subarray(start, end);
  }

  end(owner: object): void {
    this.#memory.takeBack(owner);
  }
}
