// A preview of content made for a test, and what it tells.

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Finding } from '../../src/content/source/finding.ts';
import type { Check as AnyCheck } from '../../src/http/site/preview.ts';
import { writeFiles } from './folders.ts';
import { oakPage } from './sources.ts';
import { type RunningSylva, startSylva } from './sylva.ts';
import { until } from './until.ts';

type Check = Omit<AnyCheck, 'findings'> & { findings: Finding[] };

export interface RunningPreview {
  source: string;
  running: RunningSylva;
  /** Saves a file of the source. */
  save(file: string, text: string): void;
  remove(file: string): void;
  /** What the last check told, once it is as it should be. */
  checked(isRight: (check: Check) => boolean): Promise<Check>;
  /** The title of a tree; undefined where there is none. */
  titleOf(slug: string): Promise<string | undefined>;
}

const OAK_AND_ELM = {
  'en/oak.md': oakPage(),
  'en/elm.md': oakPage({ title: 'Elm', scientificName: 'Ulmus minor', family: 'Ulmaceae' }),
};

export async function startPreview(
  t: TestContext,
  files: Record<string, string> = OAK_AND_ELM,
  { within = '', words = [], env = {} }: { within?: string; words?: string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<RunningPreview> {
  const source = join(writeFiles(t, files), within);
  const running = await startSylva(t, ['preview', source, ...words], env);
  return {
    source,
    running,
    save: (file, text) => writeFileSync(join(source, file), text),
    remove: (file) => rmSync(join(source, file)),
    async checked(isRight) {
      return await until(async () => {
        const check = (await (await fetch(`${running.origin}/preview`)).json()) as Check;
        return isRight(check) ? check : undefined;
      });
    },
    async titleOf(slug) {
      const answer = await fetch(`${running.origin}/api/v1/trees/${slug}`);
      if (answer.status === 404 || answer.status === 410) return undefined;
      assert.equal(answer.status, 200);
      return (await answer.json()).data.title;
    },
  };
}
