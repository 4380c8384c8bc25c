// In charge of holding a process to a share of a core, as though it had a small machine of its own. Needs root and Linux
// control groups, version 1 or 2.

import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSION_1 = '/sys/fs/cgroup/cpu';
const VERSION_2 = '/sys/fs/cgroup';
const PERIOD_MICROSECONDS = 10_000;

/** Returns what undoes it, once the process has ended. */
export function holdToShare(pid: number, share: number): () => void {
  const isFirst = existsSync(VERSION_1);
  const folder = join(isFirst ? VERSION_1 : VERSION_2, `sylva-bench-${pid}`);
  mkdirSync(folder);
  const quota = Math.round(share * PERIOD_MICROSECONDS);
  if (isFirst) {
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_MICROSECONDS));
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota));
  } else writeFileSync(join(folder, 'cpu.max'), `${quota} ${PERIOD_MICROSECONDS}`);
  writeFileSync(join(folder, 'cgroup.procs'), String(pid));
  return () => rmdirSync(folder);
}
