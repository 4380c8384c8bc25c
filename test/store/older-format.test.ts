// What an older Sylva has published is served by this one as if it had published it itself.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { command } from '../support/command.ts';
import { writeFiles } from '../support/folders.ts';
import { asOfOlderFormat } from '../support/old-stores.ts';
import { startSylva } from '../support/sylva.ts';

const OAK = `---
title: Dąb łódzki
scientificName: Quercus robur
family: Fagaceae
description: A tree.
distribution: [Łódź, Øresund]
---
`;

test('a snapshot of an older format is compiled again, so that it is found by the words of today', async (t) => {
  const folder = writeFiles(t, { 'trees/en/oak.md': OAK });
  const data = join(folder, 'data');
  await command(['publish', join(folder, 'trees'), '--data', data]);
  const { stdout } = await command(['keys', 'create', '--name', 'Reader', '--data', data, '--json']);

  await asOfOlderFormat(t, data);

  const { origin } = await startSylva(t, ['serve', '--data', data]);
  const headers = { 'x-api-key': JSON.parse(stdout).key };
  for (const query of ['search=lodzki', 'search=Łódzki', 'distribution=lodz', 'distribution=ORESUND']) {
    const response = await fetch(`${origin}/api/v1/trees?${query}`, { headers });
    assert.equal(((await response.json()) as any).pagination?.total, 1, query);
  }
});
