// In charge of how often a random case is tried: a few times with every run, and many more in a long one.

const isLong = Boolean(process.env.SYLVA_TEST_LONG);

export const often = (usual: number, inLongRun = usual * 10): number => (isLong ? inLongRun : usual);
