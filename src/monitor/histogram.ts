// In charge of a histogram of fixed buckets, over numbers that stand wherever they are wanted: in shared memory, too.

export class Histogram {
  /** Upper ends of the buckets; what is above the last is in one more. */
  readonly bounds: readonly number[];
  /** One number a bucket, then the sum of all values. */
  readonly #numbers: Float64Array;

  constructor(bounds: readonly number[], numbers: Float64Array = new Float64Array(numbersFor(bounds))) {
    this.bounds = bounds;
    this.#numbers = numbers;
  }

  observe(value: number): void {
    const { bounds } = this;
    let bucket = 0;
    while (bucket < bounds.length && value > bounds[bucket]) bucket++;
    this.#numbers[bucket]++;
    this.#numbers[bounds.length + 1] += value;
  }

  get counts(): Float64Array {
    return this.#numbers.subarray(0, this.bounds.length + 1);
  }

  get sum(): number {
    return this.#numbers[this.bounds.length + 1];
  }

  /** Adds what another one of the same buckets holds. */
  add(other: Histogram): void {
    for (const [at, number] of other.#numbers.entries()) this.#numbers[at] += number;
  }
}

export function numbersFor(bounds: readonly number[]): number {
  return bounds.length + 2;
}
