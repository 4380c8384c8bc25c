import { nameSourcesInStackTraces } from '../config/stack-traces.ts';
import { runCommandLine } from './command-line.ts';
import { Output } from './framework/output.ts';
import { complaint } from './terminal/terminal.ts';

nameSourcesInStackTraces();

/** A command fails if its output cannot be written; a service does not. */
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

// Only the user may read the files that a command writes.
process.umask(0o077);
run(new Output()).then((code) => {
  process.exitCode = code;
});
