// In charge of the command line: finds the command, runs it, and alone ends the process.

import { StoreError } from '../store/errors.ts';
import { type Command, Failure, readInput, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { endNow } from './end.ts';
import { findCommand, missingWord, unknownCommand, withPrefix } from './find.ts';
import { described, helpFor, overview } from './help.ts';
import { Output } from './output.ts';
import { complaint } from './style.ts';

const ALIASES: Record<string, string> = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
  '-V': 'version',
  '-v': 'version',
};

const output = new Output();
const { print, printJson, complain } = output;

async function main(given: string[]): Promise<number> {
  const json = given.includes('--json');
  const start = given.findIndex((word) => word !== '--json');
  if (start < 0) {
    showAll(COMMANDS, json);
    return 2;
  }
  const [first, ...others] = [...given.slice(start), ...given.slice(0, start)];
  const words = [ALIASES[first] ?? first, ...others];
  const command = findCommand(COMMANDS, words);
  try {
    return command
      ? await run(command, words.slice(command.name.split(' ').length), json)
      : withoutCommand(words, json);
  } catch (error) {
    return report(command, error, json);
  }
}

async function run(command: Command, words: string[], json: boolean): Promise<number> {
  const input = readInput(command, words, process.env);
  if (input) return await command.run({ ...input, print: json ? printJson : print, complain, output });
  if (json) printJson(JSON.stringify(described(command), null, 2));
  else print(helpFor(command));
  return 0;
}

/** The help of several commands, such as all of `keys`, may be asked for by the word that they share. */
function withoutCommand(words: string[], json: boolean): number {
  const family = withPrefix(COMMANDS, words.slice(0, 1));
  const wantsHelp = words.includes('--help') || words.includes('-h');
  if (family.length > 0 && wantsHelp) {
    showAll(family, json);
    return 0;
  }
  const missing = missingWord(family, words);
  if (missing && !json) print(overview(family));
  throw new UsageError(missing ?? unknownCommand(COMMANDS, words));
}

function showAll(commands: Command[], json: boolean): void {
  if (json) printJson(JSON.stringify(commands.map(described), null, 2));
  else print(overview(commands));
}

function report(command: Command | undefined, error: unknown, json: boolean): number {
  const known = error instanceof UsageError || error instanceof Failure || error instanceof StoreError;
  const message = known ? error.message : ((error as Error).stack ?? String(error));
  if (json) printJson(JSON.stringify({ error: known ? error.message : (error as Error).message }));
  else complain(message, complaint);
  if (!(error instanceof UsageError)) return 1;
  if (command && !json) complain(`sylva ${command.name} --help shows what it takes.`);
  return 2;
}

/** What a command was asked for is worth nothing where nobody can read it; a service serves all the same. */
async function codeAfterOutput(code: number): Promise<number> {
  const isOut = await output.isOut();
  if (!isOut) endNow(code, output);
  if (code !== 0 || output.isOfService || output.fault === undefined) return code;
  complain(`Standard output cannot be written: ${output.fault}.`, complaint);
  return 1;
}

// Whatever a command writes is for its user's eyes only.
process.umask(0o077);
process.exitCode = await codeAfterOutput(await main(process.argv.slice(2)));
