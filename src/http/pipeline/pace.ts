const MIN_BYTES_PER_SECOND = 8_000;
/** Tolerates pauses of slow connections. */
const MAX_MILLISECONDS_BEHIND = 30_000;

/** Measures whether a client takes an export fast enough to keep a place that others wait for. */
export class Pace {
  #millisecondsBehind = 0;

  /** Records what the client took and how long the server waited for it. A faster client earns no credit. */
  keepsUp(bytes: number, waitedMilliseconds: number): boolean {
    const worthMilliseconds = (bytes / MIN_BYTES_PER_SECOND) * 1000;
    this.#millisecondsBehind = Math.max(0, this.#millisecondsBehind + waitedMilliseconds - worthMilliseconds);
    return this.#millisecondsBehind <= MAX_MILLISECONDS_BEHIND;
  }
}
