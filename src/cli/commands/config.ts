import { asText, WORK } from '../../config/kinds.ts';
import { flagOf, givenFor, SETTING_NAMES, settingOf } from '../../config/settings.ts';
import type { Command } from '../framework/command.ts';
import { table } from '../terminal/table.ts';
import { faint } from '../terminal/terminal.ts';

export const showConfig: Command = {
  name: 'config',
  summary: 'show the settings in force and where each comes from, without passwords',
  does: WORK,
  example: 'sylva config\nsylva config --config /etc/sylva/sylva.toml --json',
  run(input) {
    const rows = SETTING_NAMES.map((name) => {
      const { source = 'default', from = null } = givenFor(name, input.sources) ?? {};
      const { show, inForce } = settingOf(name);
      const value = show(inForce ? inForce(input.settings) : { ...input.settings, ...input.live }[name]);
      return { name: flagOf(name), value, source, from };
    });
    const settings = Object.fromEntries(rows.map(({ name, ...row }) => [name, row]));
    const cells = rows.map(({ name, value, from }) => [name, asText(value), from ?? 'default']);
    const paint = (cell: string) => (cell === 'default' ? faint(cell) : cell);
    const words = table(['SETTING', 'VALUE', 'SOURCE'], cells, { paint });
    return input.show({ file: input.sources.file.path, settings }, words);
  },
};
