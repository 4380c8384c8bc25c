// In charge of `sylva completion`: a script for a shell, made from the list of commands.

import { type Command, UsageError } from './command.ts';
import { bashScript } from './completion/bash.ts';
import { fishScript } from './completion/fish.ts';
import { type Completions, completionsOf } from './completion/model.ts';
import { zshScript } from './completion/zsh.ts';

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
  flags: {},
  settings: [],
  example:
    'eval "$(sylva completion bash)"\nsylva completion zsh > ~/.zsh/completions/_sylva\nsylva completion fish > ~/.config/fish/completions/sylva.fish',
  run({ positionals: [shell], json, print }) {
    const write = SHELLS.get(shell);
    if (!write) throw new UsageError(`There is no completion for “${shell}”: choose one of ${NAMES}.`);
    const script = write(completionsOf(commands()));
    print(json ? JSON.stringify({ shell, script }) : script.trimEnd());
    return 0;
  },
});
