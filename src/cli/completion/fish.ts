// In charge of the completion script for fish.

import type { Flag } from '../command.ts';
import { type Completions, valuesOf } from './model.ts';

export function fishScript({ first, second, flags, arguments: positionals }: Completions): string {
  const lines = [
    '# Completion of sylva for fish: sylva completion fish > ~/.config/fish/completions/sylva.fish',
    'complete -c sylva -f',
    ...first.map(([word, summary]) => entry('__fish_use_subcommand', `-a ${word} -d ${quote(summary)}`)),
  ];
  for (const [word, each] of second) {
    const names = each.map(([name]) => name).join(' ');
    const isNext = `__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${names}`;
    lines.push(...each.map(([name, summary]) => entry(isNext, `-a ${name} -d ${quote(summary)}`)));
  }
  for (const [name, each] of flags) {
    const isHere = name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    lines.push(...each.map(([flag, details]) => entry(isHere, option(flag, details))));
    const argument = positionals.get(name);
    if (argument) lines.push(entry(isHere, argument === 'files' ? '-F' : `-a ${quote(argument.join(' '))}`));
  }
  return `${lines.join('\n')}\n`;
}

const entry = (condition: string, rest: string) => `complete -c sylva -n ${quote(condition)} ${rest}`;

function option(name: string, flag: Flag): string {
  const values = valuesOf(flag);
  const value =
    values === 'files' ? ' -r -F' : values ? ` -x${values.length > 0 ? ` -a ${quote(values.join(' '))}` : ''}` : '';
  return `-l ${name}${value} -d ${quote(flag.help)}`;
}

const quote = (text: string) => `'${text.replaceAll("'", '’')}'`;
