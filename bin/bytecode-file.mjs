// In charge of the file with what V8 has made of a script. It holds for one script, one Node and one kind of machine, which its name tells.
// V8 itself does not look whether it is whole, and crashes where it is not.

import { crc32 } from 'node:zlib';

const SUM_BYTES = 4;

export function bytecodeName(script) {
  return `${script}.${process.version}-${process.platform}-${process.arch}.bytecode`;
}

export function withSum(bytecode) {
  const sum = Buffer.alloc(SUM_BYTES);
  sum.writeUInt32LE(crc32(bytecode));
  return Buffer.concat([bytecode, sum]);
}

/** Undefined where it is damaged. */
export function withoutSum(kept) {
  if (kept.length < SUM_BYTES) return undefined;
  const bytecode = kept.subarray(0, -SUM_BYTES);
  return crc32(bytecode) === kept.readUInt32LE(bytecode.length) ? bytecode : undefined;
}
