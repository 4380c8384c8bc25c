// Waits for a condition rather than for a time: as long as the slowest machine may take.

const PATIENCE_MILLISECONDS = 120_000;
const PAUSE_MILLISECONDS = 20;

/** The first truthy answer; fails when there is none at all. */
export async function until<T>(ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  while (performance.now() < deadline) {
    const answer = await ask();
    if (answer) return answer as NonNullable<T>;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
  throw new Error(`waited in vain for: ${ask}`);
}
