import { parseArgs } from 'node:util';
import { withoutPassword } from '../../config/location.ts';
import { nearest } from '../../domain/names/suggest.ts';
import { UsageError } from './errors.ts';

export interface Flag {
  /** Describes its value in the help; a flag without it is a switch. */
  value?: string;
  help: string;
  /** All possible values, if they are few. */
  choices?: readonly string[];
  /** One letter. */
  short?: string;
  /** The default, as text. */
  initial?: string;
}

interface Arguments {
  /** A switch has an empty text. */
  values: Record<string, string>;
  positionals: string[];
  problems: string[];
}

/** Reports all problems at once. */
export function readArguments(given: string[], flags: Record<string, Flag>): Arguments {
  const options = Object.entries(flags).map(([name, { value, short }]) => {
    const type: 'string' | 'boolean' = value ? 'string' : 'boolean';
    return [name, short ? { type, short } : { type }] as const;
  });
  const { tokens, positionals } = parseArgs({
    args: given,
    options: Object.fromEntries(options),
    strict: false,
    tokens: true,
  });
  const read: Arguments = { values: {}, positionals, problems: [] };
  for (const token of tokens) if (token.kind === 'option') take(token, flags, read);
  return read;
}

interface Option {
  name: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

function take(option: Option, flags: Record<string, Flag>, { values, problems }: Arguments): void {
  const { name, value = '' } = option;
  const problem = problemOf(option, flags);
  if (problem) problems.push(problem);
  else if (name in values && values[name] !== value)
    problems.push(
      `--${name} is given twice, as “${withoutPassword(values[name])}” and as “${withoutPassword(value)}”.`,
    );
  else values[name] = value;
}

function problemOf({ name, value, inlineValue }: Option, flags: Record<string, Flag>): string | undefined {
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (!flag) {
    const near = nearest(name, Object.keys(flags));
    return `There is no flag --${name}.${near ? ` Did you mean --${near}?` : ''}`;
  }
  if (!flag.value) return value === undefined ? undefined : `--${name} takes no value.`;
  // A word that looks like a flag is one, except in --note=--x.
  const isMissing = value === undefined || (!inlineValue && /^-./.test(value));
  return isMissing ? `--${name} needs a value: ${flag.value}.` : undefined;
}

/** The value of a flag that takes a whole number from 1 to `max`. */
export function wholeNumber(flag: string, text: string, max: number): number {
  if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= max) return Number(text);
  throw new UsageError(`--${flag} is “${text}”, but must be a whole number from 1 to ${max}.`);
}
