// In charge of prepared answers: bytes from the first line of the head that is the same for everybody to the end of the body.

import { lineOfTag } from '../response/headers.ts';

export interface PreparedAnswer {
  /** The operation's route, for log and metrics. */
  route: string;
  /** Its entity tag, before the encoding. */
  tag: string;
  /** The lines of the head that are the same for everybody, and the body. */
  bytes: Buffer;
  /** Where the line of the entity tag begins. */
  tagLineAt: number;
  /** Where those lines begin that are about the body, which an answer without one leaves off. */
  bodyLinesAt: number;
  bodyAt: number;
}

/** The lines of the head of who knows an answer by a tag, an empty one if any will do, or does not know it. */
export function preparedLines(answer: PreparedAnswer, knownTag: string | undefined): string {
  const { bytes, tagLineAt, bodyLinesAt, bodyAt } = answer;
  if (knownTag === undefined) return bytes.toString('latin1', 0, bodyAt - 2);
  if (knownTag === '') return bytes.toString('latin1', 0, bodyLinesAt);
  return bytes.toString('latin1', 0, tagLineAt) + lineOfTag(knownTag);
}

/** A small buffer is a part of a larger one that it would keep alive. */
export function inMemoryOfItsOwn(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
