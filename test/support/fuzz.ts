// Tries random cases for a minute, each from a number of its own. `SYLVA_TEST_FUZZ_SECONDS=3600` tries for an hour, and
// `SYLVA_TEST_FUZZ_CASE=123456` runs a case that failed again.

import { test } from 'node:test';
import { Dice } from './hostile-requests.ts';

const SECONDS = Number(process.env.SYLVA_TEST_FUZZ_SECONDS ?? 60);
const ONLY = process.env.SYLVA_TEST_FUZZ_CASE;

export function fuzz(name: string, run: (dice: Dice) => Promise<void>): void {
  test(name, async (t) => {
    const first = Number(ONLY ?? Date.now() % 1_000_000_000);
    const deadline = performance.now() + SECONDS * 1000;
    let number = first;
    do {
      await run(new Dice(number)).catch((cause) => {
        throw new Error(`case ${number} failed; SYLVA_TEST_FUZZ_CASE=${number} runs it again`, { cause });
      });
      number++;
    } while (ONLY === undefined && performance.now() < deadline);
    t.diagnostic(`${number - first} cases from ${first} on`);
  });
}
