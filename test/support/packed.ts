// Content as the bytes that an older Sylva kept of a revision.

import { bySlug } from '../../src/domain/tree.ts';
import type { CompiledContent } from '../../src/snapshot/compile.ts';
import { Unpacking } from '../../src/store/kept-content.ts';

export function packed({ trees, families, map }: CompiledContent): Buffer {
  const names = [...families].sort();
  const lines = [map ? { families: names, map } : names, ...bySlug(trees)];
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

export function unpacked(bytes: Uint8Array): CompiledContent {
  const unpacking = new Unpacking();
  unpacking.add(bytes);
  return unpacking.finish();
}
