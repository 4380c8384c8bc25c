// In charge of what is not there on this machine: its tests are skipped, and say so; where everything is required, they fail.

/** Why tests of something are skipped, or false where it was found. */
export function missing(name: string, found: unknown): string | false {
  if (found) return false;
  if (process.env.SYLVA_TEST_REQUIRE_ALL) throw new Error(`${name} is missing, and all tests are to be run.`);
  return `${name} is missing`;
}
