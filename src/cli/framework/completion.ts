// Makes completion scripts for shells from the list of commands.

import type { Flag } from './arguments.ts';
import { type Command, flagsOf } from './command.ts';
import { UsageError } from './errors.ts';

const SHELLS = new Map<string, (completions: Completions) => string>([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
]);
const NAMES = [...SHELLS.keys()].join('|');

export const completionCommand = (commands: () => Command[]): Command => ({
  name: 'completion',
  summary: 'print a script that completes commands and flags in a shell',
  positionals: [NAMES],
  example:
    'eval "$(sylva completion bash)"\nsylva completion zsh > ~/.zsh/completions/_sylva\nsylva completion fish > ~/.config/fish/completions/sylva.fish',
  run({ positionals: [shell], tell }) {
    const write = SHELLS.get(shell);
    if (!write) throw new UsageError(`There is no completion for “${shell}”: choose one of ${NAMES}.`);
    const script = write(completionsOf(commands()));
    return tell({ shell, script }, script.trimEnd());
  },
});

export interface Completions {
  /** First words with summaries, such as `keys` and `serve`. */
  first: [string, string][];
  /** Second words with summaries, by first word. */
  second: Map<string, [string, string][]>;
  /** By command. */
  flags: Map<string, [string, Flag][]>;
  /** What follows a command: file names, or some words. */
  arguments: Map<string, 'files' | readonly string[]>;
}

export function completionsOf(commands: Command[]): Completions {
  const families = Map.groupBy(commands, ({ name }) => name.split(' ')[0]);
  const first = Array.from(families, ([word, each]): [string, string] => [
    word,
    each.length > 1 ? each.map(({ name }) => name).join(', ') : each[0].summary,
  ]);
  const withTwoWords = families.entries().filter(([, [{ name }]]) => name.includes(' '));
  return {
    first,
    second: new Map(
      withTwoWords.map(([word, each]) => [word, each.map(({ name, summary }) => [name.split(' ')[1], summary])]),
    ),
    flags: new Map(commands.map((command) => [command.name, Object.entries(flagsOf(command))])),
    arguments: new Map(commands.flatMap((command) => argumentsOf(command, first))),
  };
}

/** File names, words, or nothing; undefined for a switch. */
export function valuesOf({ value, choices }: Flag): 'files' | readonly string[] | undefined {
  if (!value) return undefined;
  return choices ?? (value === 'FILE' || value === 'FOLDER' ? 'files' : []);
}

function argumentsOf(
  { name, positionals = [] }: Command,
  first: [string, string][],
): [string, 'files' | readonly string[]][] {
  const [argument = ''] = positionals;
  if (argument === 'SOURCE' || argument === 'FILE') return [[name, 'files']];
  if (argument === '[COMMAND…]') return [[name, first.map(([word]) => word)]];
  return /^[a-z|]+$/.test(argument) ? [[name, argument.split('|')]] : [];
}

export function bashScript({ first, second, flags, arguments: positionals }: Completions): string {
  const values = new Map([...flags.values()].flat().map(([name, flag]) => [name, valuesOf(flag)]));
  const byValue = [...values].flatMap(([name, each]) => (each ? [`    --${name}) ${reply(each)}; return ;;`] : []));
  const bySecond = [...second].map(([word, each]) => `    "${word} "*) words="${wordsOf(each)}" ;;`);
  const byCommand = [...flags].map(([name, each]) => {
    const all = each.map(([flag]) => `--${flag}`).join(' ');
    const argument = positionals.get(name);
    const more = argument === 'files' ? ' files=yes' : argument ? ` more="${argument.join(' ')}"` : '';
    return `    "${name} "*) words="${all}"${more} ;;`;
  });
  return `# Completion of sylva for bash: eval "$(sylva completion bash)", in ~/.bashrc for every shell.
_sylva() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} words="${wordsOf(first)}" more="" files=""
  if [[ $word == "=" ]]; then word=""; elif [[ $before == "=" ]]; then before=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  case $before in
${byValue.join('\n')}
  esac
  local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1} "
  case $typed in
${byCommand.join('\n')}
${bySecond.join('\n')}
  esac
  if [[ $word != -* && -n $more ]]; then words=$more; fi
  if [[ $word != -* && -n $files ]]; then ${reply('files')}; return; fi
  ${reply('$words')}
}
complete -o filenames -F _sylva sylva
`;
}

const wordsOf = (each: [string, string][]) => each.map(([word]) => word).join(' ');

function reply(values: 'files' | '$words' | readonly string[]): string {
  if (values === 'files') return 'mapfile -t COMPREPLY < <(compgen -f -- "$word")';
  const list = values === '$words' ? values : values.join(' ');
  return `mapfile -t COMPREPLY < <(compgen -W "${list}" -- "$word")`;
}

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
    const isHere = `__fish_seen_subcommand_from ${name.replace(' ', '; and __fish_seen_subcommand_from ')}`;
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

export function zshScript({ first, second, flags, arguments: positionals }: Completions): string {
  const families = [...second].map(([word, each]) => `    ${word}) ${describe(each)} ;;`);
  const commands = [...flags].map(([name, each]) => {
    const argument = positionals.get(name);
    const rest = argument === 'files' ? ` '*:file:_files'` : argument ? ` '*:word:(${argument.join(' ')})'` : '';
    return `    '${name}') _arguments ${each.map(specification).join(' ')}${rest} ;;`;
  });
  return `#compdef sylva
# Completion of sylva for zsh: as _sylva in a folder of fpath, or eval "$(sylva completion zsh)" after compinit.
_sylva() {
  local command=\${words[2]} count=1
  if (( CURRENT == 2 )); then ${describe(first)}; return; fi
  case $command in
    ${[...second.keys()].join('|')}) command="\${words[2]} \${words[3]}" count=2 ;;
  esac
  if (( CURRENT == 3 && count == 2 )); then
    case \${words[2]} in
${families.join('\n').replace(/^/gm, '  ')}
    esac
    return
  fi
  shift $count words
  (( CURRENT -= count ))
  case $command in
${commands.join('\n')}
  esac
}
compdef _sylva sylva
`;
}

function describe(words: [string, string][]): string {
  const entries = words.map(([word, summary]) => quote(`${word}:${summary}`));
  return `local -a found=(${entries.join(' ')}); _describe command found`;
}

function specification([name, flag]: [string, Flag]): string {
  const values = valuesOf(flag);
  const action = values === 'files' ? '_files' : values && values.length > 0 ? `(${values.join(' ')})` : ' ';
  const help = flag.help.replaceAll(':', ' ').replace(/[[\]]/g, '');
  return quote(values ? `--${name}[${help}]:value:${action}` : `--${name}[${help}]`);
}

const quote = (text: string) => `'${text.replaceAll("'", '’')}'`;
