// Any character but half of a pair. That of fast-check is the same, and takes a second to be made.

import fc from 'fast-check';

export const anyCharacter = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
