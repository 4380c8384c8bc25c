// In charge of the command line: finds the command, runs it, and alone ends the process.

import { StoreError } from '../store/database.ts';
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

function withoutCommand(words: string[]): number {
  const [first, second] = words;
  if (first === undefined || first === '--help' || first === 'help') {
    print(overview(COMMANDS));
    return first === undefined ? 2 : 0;
  }
  const family = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  const asked = family.length > 0 && second !== undefined ? `${first} ${second}` : first;
  const near = nearest(asked, new Set(COMMANDS.flatMap(({ name }) => [name, name.split(' ')[0]])));
  const members = family.map(({ name }) => name).join(', ');
  const hint = family.length > 0 ? ` There are ${members}.` : near ? ` Did you mean ${near}?` : '';
  complain(`There is no command “${asked}”.${hint} sylva --help lists them all.`);
  return 2;
}

function report(command: Command, error: unknown, json: boolean): number {
  const known = error instanceof UsageError || error instanceof Failure || error instanceof StoreError;
  const message = known ? error.message : ((error as Error).stack ?? String(error));
  if (json) print(JSON.stringify({ error: known ? error.message : (error as Error).message }));
  else complain(message);
  if (!(error instanceof UsageError)) return 1;
  if (!json) complain(`sylva ${command.name} --help shows what it takes.`);
  return 2;
}

process.exitCode = await main(process.argv.slice(2));
