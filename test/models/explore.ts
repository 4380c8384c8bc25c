// What every model needs: random sequences of steps, each done to the model and to the real thing, which must then agree.
// `npm test` tries a few of them; the campaign, `npm run test:extended cases`, thousands.

import fc from 'fast-check';

export const isCampaign = process.env.SYLVA_TEST_LONG === '1';

export type Step<Model extends object, Real> = fc.AsyncCommand<Model, Real>;

/** `when` says whether the step makes sense in the model's state. */
export function step<Model extends object, Real>(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  when: (model: Readonly<Model>) => boolean = () => true,
): Step<Model, Real> {
  return { check: when, run, toString: () => name };
}

export interface Runs {
  short: number;
  long: number;
}

interface Options<Model extends object, Real> {
  steps: fc.Arbitrary<Step<Model, Real>>[];
  /** A fresh model and the real thing in the same state; one lane has one of them at a time. */
  begin(lane: number): Promise<{ model: Model; real: Real }>;
  end?(real: Real): Promise<void>;
  runs: Runs;
  longest?: number;
  /** How many sequences are under way at once, where steps wait. */
  lanes?: number;
}

export async function explore<Model extends object, Real>(options: Options<Model, Real>): Promise<void> {
  const { steps, begin, end = async () => {}, runs, longest = 30, lanes = 1 } = options;
  const sequences = fc.commands(steps, { maxCommands: longest, size: 'max' });
  const numRuns = Math.ceil((isCampaign ? runs.long : runs.short) / lanes);
  const tryOne = async (lane: number, sequence: Iterable<Step<Model, Real>>) => {
    const both = await begin(lane);
    try {
      await fc.asyncModelRun(() => both, sequence);
    } finally {
      await end(both.real);
    }
  };
  const lane = (_: unknown, number: number) =>
    // Where steps wait, the long sequence now is better than a short one much later.
    fc.assert(
      fc.asyncProperty(sequences, (sequence) => tryOne(number, sequence)),
      { numRuns, endOnFailure: lanes > 1 },
    );
  await Promise.all(Array.from({ length: lanes }, lane));
}
