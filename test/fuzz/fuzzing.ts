// In charge of fuzzing for a while: one random case after the other, each from a number of its own, so that a case that
// failed can be run again alone: `npm run fuzz:http -- --seconds 3600`, `npm run fuzz:http -- --case 123456`.

import { parseArgs } from 'node:util';
import { Dice } from '../support/hostile-requests.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    /** The number of the first case; the clock's where it is left out. */
    from: { type: 'string' },
    /** The one case to run. */
    case: { type: 'string' },
  },
});

/** Runs cases until the time is over, and ends the process with 1 at the first that fails. */
export async function fuzz(name: string, run: (dice: Dice) => Promise<void>): Promise<void> {
  const only = values.case === undefined ? undefined : Number(values.case);
  const first = only ?? Number(values.from ?? Date.now() % 1_000_000_000);
  const deadline = performance.now() + Number(values.seconds) * 1000;
  let number = first;
  for (; number === first || (only === undefined && performance.now() < deadline); number++) {
    await run(new Dice(number)).catch((error) => fail(name, number, error));
  }
  console.log(`${name}: ${number - first} cases from ${first} on, none failed`);
}

function fail(name: string, number: number, error: unknown): never {
  console.error(error);
  console.error(`${name}: case ${number} failed; npm run fuzz:${name} -- --case ${number} runs it again.`);
  process.exit(1);
}
