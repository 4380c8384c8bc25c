import { PublishError } from '../publishing/publish-error.ts';
import { SnapshotError } from '../snapshot/format.ts';
import { StoreError } from '../store/errors.ts';
import { COMMANDS } from './commands.ts';
import { type Command, readInput } from './framework/command.ts';
import { Failure, UsageError } from './framework/errors.ts';
import { described, helpFor, missingWord, overview, unknownCommand, withPrefix } from './framework/help.ts';
import type { Output } from './framework/output.ts';
import { complaint } from './terminal/terminal.ts';

const ALIASES: Record<string, string> = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
  '-V': 'version',
  '-v': 'version',
};

interface Call {
  args: string[];
  environment: NodeJS.ProcessEnv;
  output: Output;
  json: boolean;
}

/** Returns the exit code. */
export async function runCommandLine(given: string[], environment: NodeJS.ProcessEnv, output: Output): Promise<number> {
  const json = given.includes('--json');
  const start = given.findIndex((word) => word !== '--json');
  if (start < 0) {
    showAll(COMMANDS, { output, json });
    return 2;
  }
  const [first, ...others] = [...given.slice(start), ...given.slice(0, start)];
  const call = { args: [ALIASES[first] ?? first, ...others], environment, output, json };
  const command = COMMANDS.find(({ name }) => name.split(' ').every((part, index) => call.args[index] === part));
  try {
    return command ? await run(command, call) : withoutCommand(call);
  } catch (error) {
    return report(command, error, call);
  }
}

async function run(command: Command, { args, environment, output, json }: Call): Promise<number> {
  const { print, printJson, complain } = output;
  const input = readInput(command, args.slice(command.name.split(' ').length), environment);
  const tell = (value: unknown, words: string, indent?: number) => {
    if (json) printJson(JSON.stringify(value, null, indent));
    else print(words);
    return 0 as const;
  };
  const show = (value: unknown, words: string) => tell(value, words, 2);
  if (!input) return show(described(command), helpFor(command));
  return await command.run({ ...input, print: json ? printJson : print, tell, show, complain, output });
}

/** A shared first word, such as `keys`, gives the help of its commands. */
function withoutCommand({ args, output, json }: Call): number {
  const family = withPrefix(COMMANDS, args.slice(0, 1));
  const wantsHelp = args.includes('--help') || args.includes('-h');
  if (family.length > 0 && wantsHelp) {
    showAll(family, { output, json });
    return 0;
  }
  const missing = missingWord(family, args);
  if (missing && !json) output.print(overview(family));
  throw new UsageError(missing ?? unknownCommand(COMMANDS, args));
}

function showAll(commands: Command[], { output, json }: Pick<Call, 'output' | 'json'>): void {
  if (json) output.printJson(JSON.stringify(commands.map(described), null, 2));
  else output.print(overview(commands));
}

function report(command: Command | undefined, error: unknown, { output, json }: Call): number {
  const known = [UsageError, Failure, PublishError, StoreError, SnapshotError].some((kind) => error instanceof kind);
  const { message, stack = String(error) } = error as Error;
  if (json) output.printJson(JSON.stringify({ error: message }));
  else output.complain(known ? message : stack, complaint);
  if (!(error instanceof UsageError)) return 1;
  if (command && !json) output.complain(`sylva ${command.name} --help shows what it takes.`);
  return 2;
}
