// Content as the bytes that a revision keeps.

import { type Archived, firstLine, inLineOrder, lineOf, Unpacking } from '../../src/store/archive.ts';

export function packed(content: Archived): Buffer {
  return Buffer.concat([firstLine(content), ...inLineOrder(content.trees).map((tree) => Buffer.from(lineOf(tree)))]);
}

export function unpacked(bytes: Uint8Array): Archived {
  const unpacking = new Unpacking();
  unpacking.add(bytes);
  return unpacking.finish();
}
