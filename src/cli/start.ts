// In charge of `sylva start`, the first run: publishes the sample catalogue where nothing is published, then serves.

import { fileURLToPath } from 'node:url';
import { Revisions } from '../store/revisions.ts';
import { type Command, Failure } from './command.ts';
import { plural } from './findings.ts';
import { publishSource } from './publish.ts';
import { SERVE_SETTINGS, serveUntilStopped } from './serve.ts';

const SAMPLE = fileURLToPath(new URL('../../content', import.meta.url));

export const start: Command = {
  name: 'start',
  summary: 'first run: publish the sample catalogue if there is none, then serve',
  positionals: [],
  flags: {},
  settings: SERVE_SETTINGS,
  example: 'sylva start --port 8080',
  run(input) {
    const { settings, print, json } = input;
    if (!new Revisions(settings.data, () => new Date()).active()) {
      const { revision } = publishSource(SAMPLE, settings, 'sample catalogue');
      if (!revision) throw new Failure('The sample catalogue has errors: sylva validate content shows them.');
      if (!json) print(`Published the sample catalogue as ${revision.id}: ${plural(revision.trees, 'tree')}.`);
    }
    return serveUntilStopped(input, (address) => {
      if (!json) print(`\nTry it:\n  curl '${address}/api/v1/trees?search=oak&pageSize=3'\n`);
    });
  },
};
