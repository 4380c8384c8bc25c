// In charge of docs/configuration.md, made from the table of settings: `npm run generate` writes it.

import { writeFileSync } from 'node:fs';
import {
  defaultText,
  flagOf,
  LIVE_NAMES,
  SETTING_NAMES,
  type SettingName,
  settingOf,
  variableOf,
} from '../src/config/settings.ts';

export const PAGE = new URL('../docs/configuration.md', import.meta.url);

export function configurationPage(): string {
  const live = LIVE_NAMES.map((name) => `\`${flagOf(name)}\``);
  return `<!-- Made from src/config/settings.ts by npm run generate: do not edit. -->

# Settings

Every setting is a flag (\`--rate-limit 100\`), a variable (\`SYLVA_RATE_LIMIT=100\`) and a line of the settings file
(\`rate-limit = 100\`). A flag wins over a variable, a variable over the file, the file over the default; an empty flag or
variable counts as left out. \`sylva config\` shows the settings in force and where each comes from, without passwords.

| flag | variable | default | takes | is |
| --- | --- | --- | --- | --- |
${SETTING_NAMES.map(row).join('\n')}

## The settings file

\`sylva.toml\` in the working folder is read where it is there; \`--config FILE\` or \`SYLVA_CONFIG\` names another one, which
must be there. It is [TOML](https://toml.io): the names are those of the flags, texts stand in quotes, and what takes several
values may be a list. Relative paths in it start at the working folder, as those of flags do. It is a plain file of at most
1 MiB, or a pipe of the shell such as \`--config <(…)\`, which is read once.

\`\`\`toml
port = 8080
data = "/var/lib/sylva"
public-url = "https://trees.example.org"
trust-proxy = ["10.0.0.10", "10.0.0.11"]
rate-limit = 200
\`\`\`

A file is read by the user that serves: keep passwords in variables, or the file from others' eyes. The one that nobody named
is refused where it, or a link that leads to it, belongs to somebody else than that user or root, and where everybody may write
to it: whoever works in \`/tmp\` takes no settings from others. One that is named is believed.

## Wrong settings

Every command that reads settings refuses wrong ones before it does anything, all at once and with exit code 2: values that
do not fit, unknown lines of the file, unknown variables that begin with \`SYLVA_\`, unknown flags, and a flag that is given
twice with two values. Each is told with its source, its value without passwords, and what would be right. \`SYLVA_KEY\` and
\`SYLVA_URL\` are left alone: callers of the API use them. So are those that begin with \`SYLVA_TEST_\`.

Kubernetes gives the containers beside a Service called \`sylva\` variables such as \`SYLVA_PORT=tcp://…\`, which are refused: set
\`enableServiceLinks: false\`, or call the Service otherwise.

## Changing settings while it runs

\`kill -HUP\` has a server read its settings file again. It takes over
${live.slice(0, -1).join(', ')} and ${live.at(-1)};
what else has changed waits for the next start, and the log says so. Where the file is wrong, gone or a pipe, the log tells
that, and the old settings stay. Flags and variables are those that the process was started with, and still win. Keys, allowlist and
revisions need no signal.
`;
}

function row(name: SettingName): string {
  const setting = settingOf(name);
  const shown = defaultText(name);
  const cells = [
    code(`--${flagOf(name)}`),
    code(variableOf(name)),
    shown === 'none' ? shown : code(shown),
    setting.expects,
    setting.help,
  ];
  return `| ${cells.join(' | ')} |`;
}

const code = (text: string) => `\`${text}\``;

if (import.meta.main) writeFileSync(PAGE, configurationPage());
