// Content as the bytes that a revision keeps.

import { type Archived, firstLine, type Unpacked, Unpacking } from '../../src/store/archive.ts';
import { ContentWalk } from '../../src/store/content-walk.ts';

export function packed(content: Archived): Buffer {
  return Buffer.concat([firstLine(content), new ContentWalk(content.trees).from(0, Number.POSITIVE_INFINITY)]);
}

export function unpacked(bytes: Uint8Array): Unpacked {
  const unpacking = new Unpacking();
  unpacking.add(bytes);
  return unpacking.finish();
}
