// In charge of the process of a command: what it is given, what it says, how it ends.

import { nameSourcesInStackTraces } from '../config/stack-traces.ts';
import { runCommandLine } from './command-line.ts';
import { Output } from './framework/output.ts';
import { complaint } from './terminal/terminal.ts';

nameSourcesInStackTraces();

/** What a command was asked for is worth nothing where nobody can read it; a service serves all the same. */
async function codeAfterOutput(code: number, output: Output): Promise<number> {
  const isOut = await output.isOut();
  if (!isOut) output.endNow(code);
  if (code !== 0 || output.isOfService || output.fault === undefined) return code;
  output.complain(`Standard output cannot be written: ${output.fault}.`, complaint);
  return 1;
}

async function run(output: Output): Promise<number> {
  return await codeAfterOutput(await runCommandLine(process.argv.slice(2), process.env, output), output);
}

// Whatever a command writes is for its user's eyes only.
process.umask(0o077);
run(new Output()).then((code) => {
  process.exitCode = code;
});
