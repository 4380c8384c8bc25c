/** Some bytes of an export, made in well below a millisecond: others are answered between two chunks. */
export interface Chunk {
  /** May be empty. */
  bytes: Buffer;
  /** Makes the chunks behind this one without those before it; absent if that is not possible here. */
  rest?: () => Generator<Chunk>;
}
