// In charge of the completion script for zsh.

import type { Flag } from '../command.ts';
import { type Completions, valuesOf } from './model.ts';

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
