// Programs for which the permissions of files hold, also where the tests are run by root.

import { spawnSync } from 'node:child_process';
import { missing } from './missing.ts';

const WITHOUT_RIGHTS_OVER_FILES = ['setpriv', '--bounding-set', '-dac_override,-dac_read_search', '--'];
const isRoot = process.getuid?.() === 0;

/** What runs a program so that it may do no more than the permissions say. */
export const underPermissions = isRoot ? WITHOUT_RIGHTS_OVER_FILES : [];

/** Why tests of permissions are skipped, or false. */
export const withoutPermissions = missing('setpriv (util-linux), or the right to use it,', programThatWorks());

function programThatWorks(): string | undefined {
  const [program, ...words] = [...underPermissions, 'true'];
  return spawnSync(program, words).status === 0 ? program : undefined;
}
