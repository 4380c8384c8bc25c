import { fileURLToPath } from 'node:url';
import { INSTALLATION } from '../../config/installation.ts';
import type { Settings } from '../../config/settings.ts';
import { plural } from '../../domain/counted.ts';
import { API_PREFIX } from '../../domain/vocabulary.ts';
import { publishSource } from '../../publishing/publish.ts';
import { withStore } from '../../store/with-store.ts';
import type { Command } from '../framework/command.ts';
import { Failure } from '../framework/errors.ts';
import { makeKey, type NewKey, newKeyJson } from './keys.ts';
import { serveUntilStopped } from './serve.ts';

const SAMPLE = fileURLToPath(new URL('content', INSTALLATION));

export const start: Command = {
  name: 'start',
  summary: 'first run: publish the sample catalogue and make a key if there is none, then serve',
  does: ['serve', 'open-store', 'change-store'],
  example: 'sylva start --port 8080',
  async run(input) {
    const { settings, json } = input;
    await publishSample(settings, json ? () => {} : input.print);
    const made = await firstKey(settings);
    const more = made && { firstKey: newKeyJson(made) };
    const serving = serveUntilStopped(input, more, async ({ address, log }, isTold) => {
      const isShown = await (json ? isTold : input.print(greeting(address, made?.key, settings)));
      if (made && !isShown) log.warn({ keyId: made.stored.id }, 'the first key could not be shown: revoke it');
    });
    return await serving.catch(async (error) => {
      // The next start will make no other key.
      if (made) await input.print(json ? JSON.stringify(more) : `${KEY_WORDS}\n\n  ${made.key}\n`);
      throw error;
    });
  },
};

const KEY_WORDS = 'Your first key, shown only now:';

async function publishSample(settings: Settings, print: (text: string) => void): Promise<void> {
  if (await withStore(settings, ({ revisions }) => revisions.active(), { mayCreate: true })) return;
  const { revision } = await publishSource(SAMPLE, settings, { note: 'sample catalogue' });
  if (!revision) throw new Failure('The sample catalogue has errors: sylva validate content shows them.');
  print(`Published the sample catalogue as ${revision.id}: ${plural(revision.trees, 'tree')}.`);
}

async function firstKey(settings: Settings): Promise<NewKey | undefined> {
  return await withStore(settings, async ({ access }) => {
    if ((await access.keys()).length > 0) return undefined;
    return await makeKey(access, 'first key', null, null);
  });
}

function greeting(address: string, key: string | undefined, { docs }: Settings): string {
  const words = key
    ? `${KEY_WORDS}\n\n  ${key}\n\nA request with it`
    : 'With a key (./bin/sylva keys create --name NAME makes another)';
  const request = `curl -H "X-API-Key: ${key ?? '$SYLVA_KEY'}" "${address}${API_PREFIX}/trees?search=oak&pageSize=3"`;
  const pages = docs === 'on' ? `\nBrowse the catalogue: ${address}/\nRead and try the API: ${address}/docs\n` : '';
  return `\n${words}:\n\n  ${request}\n${pages}`;
}
