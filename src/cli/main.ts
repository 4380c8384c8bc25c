// In charge of the command line: finds the command, runs it, and alone ends the process.

import { nearest } from '../suggest.ts';
import { type Command, Failure, readInput, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { helpFor, overview } from './help.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

async function main(words: string[]): Promise<number> {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (!command) return withoutCommand(words);
  try {
    const input = readInput(command, words.slice(command.name.split(' ').length), process.env);
    if (input.help) {
      print(helpFor(command));
      return 0;
    }
    return await command.run({ ...input, print, complain });
  } catch (error) {
    return report(command, error, words.includes('--json'));
  }
}

function withoutCommand([first]: string[]): number {
  if (first === undefined || first === '--help' || first === 'help') {
    print(overview(COMMANDS));
    return first === undefined ? 2 : 0;
  }
  const near = nearest(first, new Set(COMMANDS.map(({ name }) => name.split(' ')[0])));
  complain(`There is no command “${first}”.${near ? ` Did you mean ${near}?` : ''} sylva --help lists them all.`);
  return 2;
}

function report(command: Command, error: unknown, json: boolean): number {
  const known = error instanceof UsageError || error instanceof Failure;
  const message = known ? error.message : ((error as Error).stack ?? String(error));
  if (json) print(JSON.stringify({ error: known ? error.message : (error as Error).message }));
  else complain(message);
  if (!(error instanceof UsageError)) return 1;
  if (!json) complain(`sylva ${command.name} --help shows what it takes.`);
  return 2;
}

process.exitCode = await main(process.argv.slice(2));
