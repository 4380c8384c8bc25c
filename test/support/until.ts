// Waits for a condition rather than for a time: as long as the slowest machine may take.

export const PATIENCE_MILLISECONDS = 120_000;
/** Longer each time: who waits takes nothing away from what is waited for. */
const SHORTEST_PAUSE_MILLISECONDS = 10;
const LONGEST_PAUSE_MILLISECONDS = 100;

/** The first truthy answer; fails when there is none at all. */
export async function until<T>(ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  for (let pause = SHORTEST_PAUSE_MILLISECONDS; performance.now() < deadline; pause *= 1.5) {
    const answer = await ask();
    if (answer) return answer as NonNullable<T>;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, LONGEST_PAUSE_MILLISECONDS)));
  }
  throw new Error(`waited in vain for: ${ask}`);
}
