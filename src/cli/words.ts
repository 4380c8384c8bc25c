// In charge of reading the words of a command line: flags with their values, and what stands between them. All that is
// wrong with them is told at once.

import { parseArgs } from 'node:util';
import { withoutPassword } from '../store/location.ts';
import { nearest } from '../suggest.ts';
import type { Flag } from './command.ts';

export interface Words {
  /** An empty text for a switch that was given. */
  values: Record<string, string>;
  positionals: string[];
  problems: string[];
}

export function readWords(words: string[], flags: Record<string, Flag>): Words {
  const options = Object.entries(flags).map(([name, { value, short }]) => {
    const type: 'string' | 'boolean' = value ? 'string' : 'boolean';
    return [name, short ? { type, short } : { type }] as const;
  });
  const { tokens, positionals } = parseArgs({
    args: words,
    options: Object.fromEntries(options),
    strict: false,
    tokens: true,
  });
  const read: Words = { values: {}, positionals, problems: [] };
  for (const token of tokens) if (token.kind === 'option') take(token, flags, read);
  return read;
}

interface Option {
  name: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

function take(option: Option, flags: Record<string, Flag>, { values, problems }: Words): void {
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
  // What looks like a flag is one, unless it is tied to this one: --note=--x.
  const isMissing = value === undefined || (!inlineValue && /^-./.test(value));
  return isMissing ? `--${name} needs a value: ${flag.value}.` : undefined;
}
