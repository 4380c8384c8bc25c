// The command that keeps a folder, killed a hundred times at random moments.

import { test } from 'node:test';
import { killAtRandomMoments } from '../../support/killed-syncs.ts';

test('kill -9 at 100 random moments leaves a whole revision', { timeout: 600_000 }, async (t) => {
  await killAtRandomMoments(t, 100);
});
