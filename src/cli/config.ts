// In charge of `sylva config`: the settings in force and where each comes from, secrets masked.

import { plainValue, shownValue, type Value } from '../config/show.ts';
import { flagOf, givenFor, SETTING_NAMES, type SettingName } from '../config.ts';
import { locationOf } from '../store/location.ts';
import type { Command, Input } from './command.ts';
import { faint } from './style.ts';
import { table } from './table.ts';

export const showConfig: Command = {
  name: 'config',
  summary: 'show the settings in force and where each comes from, without passwords',
  positionals: [],
  flags: {},
  settings: SETTING_NAMES,
  example: 'sylva config\nsylva config --config /etc/sylva/sylva.toml --json',
  run(input) {
    const { sources, json, print } = input;
    if (json) print(JSON.stringify({ file: sources.file.path, settings: asJson(input) }, null, 2));
    else {
      const paint = (cell: string) => (cell === 'default' ? faint(cell) : cell);
      print(
        table(
          ['SETTING', 'VALUE', 'SOURCE'],
          SETTING_NAMES.map((name) => row(name, input)),
          { paint },
        ),
      );
    }
    return 0;
  },
};

/** What is in force, also where it follows from another setting. */
function inForce(name: SettingName, { settings }: Input): Value {
  return name === 'database' ? locationOf(settings) : (settings[name] as Value);
}

function row(name: SettingName, input: Input): string[] {
  const given = givenFor(name, input.sources);
  return [flagOf(name), shownValue(inForce(name, input)), given ? given.from : 'default'];
}

function asJson(input: Input) {
  const entries = SETTING_NAMES.map((name) => {
    const given = givenFor(name, input.sources);
    const value = plainValue(inForce(name, input));
    return [flagOf(name), { value, source: given?.source ?? 'default', from: given?.from ?? null }];
  });
  return Object.fromEntries(entries);
}
