// In charge of how often a random case is tried: a few times with every run, and many more in a long one.

const TIMES = process.env.SYLVA_TEST_LONG ? 10 : 1;

export const often = (usual: number): number => usual * TIMES;
