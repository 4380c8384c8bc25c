// The clients of three languages, each installed from a running service, behave alike: one table of cases for all of them, and for
// whatever else runs TypeScript.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { temporaryFolder } from '../../support/folders.ts';
import { missing } from '../../support/missing.ts';
import { CASES } from './cases.ts';
import { Driver, isThere, LANGUAGES } from './languages.ts';
import { Stage } from './stage.ts';

describe('from one table of cases', { concurrency: LANGUAGES.length }, () => {
  for (const language of LANGUAGES) {
    const skip = missing(language.program, isThere(language.program));
    test(`${language.name}`, { skip }, async (t) => {
      const stage = await Stage.open(t);
      const offer = (await (await fetch(`${stage.origin}/clients/`)).json()) as any;
      const { url } = offer.clients.find((each: any) => each.language === language.offer);
      const folder = temporaryFolder(t);
      const { command, env } = await language.install(folder, url);
      const driver = new Driver(t, folder, language, command, env);
      for (const { name, plays } of CASES) {
        // Once its time is over nothing is begun that nobody would end.
        if (t.signal.aborted) break;
        await t.test(name, async () => {
          const usual = { baseUrl: stage.origin, apiKey: stage.key };
          await plays({ stage, call: (what) => driver.call(what.env ? what : { ...usual, ...what }) });
        });
      }
    });
  }
});

test('the table of cases stands in clients/README.md, word for word', () => {
  const readme = readFileSync(new URL('../../../clients/README.md', import.meta.url), 'utf8');
  const rows = [...readme.matchAll(/^\| \d+ \| (.+) \|$/gm)].map(([, name]) => name);
  assert.deepEqual(
    rows,
    CASES.map(({ name }) => name),
  );
});
