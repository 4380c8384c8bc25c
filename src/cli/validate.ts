// In charge of `sylva validate`: reads and checks content, and says everything there is to say about it.

import { basename } from 'node:path';
import type { Command } from './command.ts';
import { showFindings, summary } from './findings.ts';
import { progressBar } from './progress.ts';

export const validate: Command = {
  name: 'validate',
  summary: 'read and check content',
  positionals: ['SOURCE'],
  flags: {},
  settings: ['defaultLocale'],
  example: 'sylva validate content\nsylva validate trees.csv --json',
  async run({ positionals: [source], settings, json, print }) {
    const bar = progressBar(process.stderr);
    bar.show(`reading ${basename(source)}`);
    // Loaded by who reads content only: a server never does.
    const { readSource } = await import('../content/read.ts');
    const content = readSource(source, settings.defaultLocale, bar.show);
    bar.clear();
    const { trees, errors, warnings } = content;
    if (json) print(JSON.stringify({ ok: errors.length === 0, trees: trees.length, errors, warnings }, null, 2));
    else {
      showFindings(content, print);
      print(`${errors.length === 0 ? 'The content is good' : 'The content cannot be published'}: ${summary(content)}.`);
    }
    return errors.length === 0 ? 0 : 1;
  },
};
