// In charge of the least pace at which an export is taken: a client that falls too far behind it holds a place that others
// wait for.

const LEAST_BYTES_A_SECOND = 8_000;
/** So that pauses are borne, and short ones of a slow line too. */
const MOST_MILLISECONDS_BEHIND = 30_000;

export class Pace {
  #millisecondsBehind = 0;

  /** Notes what a client took, and how long it was waited for meanwhile; nothing is saved up by who is faster. */
  keepsUp(bytes: number, waitedMilliseconds: number): boolean {
    const worthMilliseconds = (bytes / LEAST_BYTES_A_SECOND) * 1000;
    this.#millisecondsBehind = Math.max(0, this.#millisecondsBehind + waitedMilliseconds - worthMilliseconds);
    return this.#millisecondsBehind <= MOST_MILLISECONDS_BEHIND;
  }
}
