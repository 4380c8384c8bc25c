// In charge of `sylva validate`: reads and checks content, and says everything there is to say about it.

import { basename } from 'node:path';
import { ARCHIVE_FLAGS, archiveOptions } from './archive-flags.ts';
import type { Command } from './command.ts';
import { findingsJson, isGood, showFindings, summary } from './findings.ts';
import { progressBar } from './progress.ts';

export const validate: Command = {
  name: 'validate',
  summary: 'read and check content',
  positionals: ['SOURCE'],
  flags: { strict: { help: 'take warnings for errors' }, ...ARCHIVE_FLAGS },
  does: ['read-content'],
  example: 'sylva validate content\nsylva validate trees.csv --json',
  async run({ positionals: [source], settings, flag, json, print }) {
    const options = await archiveOptions(source, flag);
    const bar = progressBar(process.stderr);
    bar.show(`reading ${basename(source)}`);
    // Loaded by who reads content only: a server never does.
    const { readSource } = await import('../content/read.ts');
    const content = readSource(source, settings.defaultLocale, bar.show, settings.maxTreeSize, options);
    bar.clear();
    const isStrict = flag('strict') !== undefined;
    const ok = isGood(content, isStrict);
    if (json) print(JSON.stringify({ ok, trees: content.trees.length, ...findingsJson(content) }, null, 2));
    else {
      showFindings(content, print);
      print(`${ok ? 'The content is good' : 'The content cannot be published'}: ${summary(content, isStrict)}.`);
    }
    return ok ? 0 : 1;
  },
};
