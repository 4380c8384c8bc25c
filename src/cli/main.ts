import { nameSourcesInStackTraces } from '../config/stack-traces.ts';
import { runCommandLine } from './command-line.ts';
import { Output } from './framework/output.ts';
import { complaint } from './terminal/terminal.ts';

nameSourcesInStackTraces();

// Only the user may read the files that a command writes.
process.umask(0o077);
const output = new Output();
runCommandLine(process.argv.slice(2), process.env, output)
  .then(codeAfterOutput)
  .then((code) => {
    process.exitCode = code;
  });

/** A command fails if its output cannot be written; a service does not. */
async function codeAfterOutput(code: number): Promise<number> {
  if (!(await output.isOut())) output.endNow(code);
  if (code !== 0 || output.isOfService || output.fault === undefined) return code;
  output.complain(`Standard output cannot be written: ${output.fault}.`, complaint);
  return 1;
}
