// In charge of the completion script for bash.

import { type Completions, valuesOf } from './model.ts';

export function bashScript({ first, second, flags, arguments: positionals }: Completions): string {
  const values = new Map([...flags.values()].flat().map(([name, flag]) => [name, valuesOf(flag)]));
  const byValue = [...values].flatMap(([name, each]) => (each ? [`    --${name}) ${reply(each)}; return ;;`] : []));
  const bySecond = [...second].map(([word, each]) => `    "${word} "*) words="${words(each)}" ;;`);
  const byCommand = [...flags].map(([name, each]) => {
    const all = each.map(([flag]) => `--${flag}`).join(' ');
    const argument = positionals.get(name);
    const more = argument === 'files' ? ' files=yes' : argument ? ` more="${argument.join(' ')}"` : '';
    return `    "${name} "*) words="${all}"${more} ;;`;
  });
  return `# Completion of sylva for bash: eval "$(sylva completion bash)", in ~/.bashrc for every shell.
_sylva() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} words="${words(first)}" more="" files=""
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

const words = (each: [string, string][]) => each.map(([word]) => word).join(' ');

function reply(values: 'files' | '$words' | readonly string[]): string {
  if (values === 'files') return 'mapfile -t COMPREPLY < <(compgen -f -- "$word")';
  const list = values === '$words' ? values : values.join(' ');
  return `mapfile -t COMPREPLY < <(compgen -W "${list}" -- "$word")`;
}
