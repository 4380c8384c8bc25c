// In charge of the command line: finds the command, runs it, and alone ends the process.

import { StoreError } from '../store/errors.ts';
import { type Command, Failure, readInput, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { findCommand, unknownCommand, withPrefix } from './find.ts';
import { described, helpFor, overview } from './help.ts';
import { complain, print, printJson } from './screen.ts';
import { complaint } from './style.ts';

const ALIASES: Record<string, string> = { '--help': 'help', '-h': 'help', '--version': 'version', '-V': 'version' };

async function main([first, ...others]: string[]): Promise<number> {
  if (first === undefined) {
    print(overview(COMMANDS));
    return 2;
  }
  const words = [ALIASES[first] ?? first, ...others];
  const json = words.includes('--json');
  const command = findCommand(COMMANDS, words);
  try {
    return command ? await run(command, words.slice(command.name.split(' ').length), json) : withoutCommand(words);
  } catch (error) {
    return report(command, error, json);
  }
}

async function run(command: Command, words: string[], json: boolean): Promise<number> {
  const input = readInput(command, words, process.env);
  if (input) return await command.run({ ...input, print: json ? printJson : print, complain });
  if (json) printJson(JSON.stringify(described(command), null, 2));
  else print(helpFor(command));
  return 0;
}

/** The help of several commands, such as all of `keys`, may be asked for by the word that they share. */
function withoutCommand(words: string[]): number {
  const family = withPrefix(COMMANDS, words.slice(0, 1));
  const wantsHelp = words.includes('--help') || words.includes('-h');
  if (family.length === 0 || !wantsHelp) throw new UsageError(unknownCommand(COMMANDS, words));
  if (words.includes('--json')) printJson(JSON.stringify(family.map(described), null, 2));
  else print(overview(family));
  return 0;
}

function report(command: Command | undefined, error: unknown, json: boolean): number {
  const known = error instanceof UsageError || error instanceof Failure || error instanceof StoreError;
  const message = known ? error.message : ((error as Error).stack ?? String(error));
  if (json) printJson(JSON.stringify({ error: known ? error.message : (error as Error).message }));
  else complain(complaint(message));
  if (!(error instanceof UsageError)) return 1;
  if (command && !json) complain(`sylva ${command.name} --help shows what it takes.`);
  return 2;
}

// A reader that has seen enough, such as head, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// Whatever a command writes is for its user's eyes only.
process.umask(0o077);
process.exitCode = await main(process.argv.slice(2));
