// A real systemd, booted for a test in namespaces of its own: it sees no other processes, network or control groups, and what
// it changes of the disk is gone with it. It has our units and no others, and our checkout as /opt/sylva.

import { execFile, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from './folders.ts';
import { until } from './until.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SYSTEMD = '/lib/systemd/systemd';
const NAMESPACES = ['--pid', '--mount', '--uts', '--ipc', '--net', '--cgroup', '--fork', '--kill-child'];
/** What units of any system need; ours alone are started. */
const TARGETS = ['sysinit', 'basic', 'shutdown', 'network-online', 'timers', 'multi-user'];

/** Why units cannot be run here, or false. */
export const withoutSystemd =
  existsSync(SYSTEMD) &&
  controlGroups() &&
  spawnSync('unshare', [...NAMESPACES, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
    ? false
    : 'only root can boot a systemd for tests, where it is installed';

/** In a control group of its own, which is all that systemd sees of them and makes others in. */
const JOIN_GROUP = `mkdir "$GROUP" && echo $$ > "$GROUP/cgroup.procs" && exec unshare ${NAMESPACES.join(' ')} sh -c "$BOOT"`;

const BOOT = `set -e
mount --make-rprivate /
mount -t proc proc /proc
umount --recursive /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
for folder in /run /var /opt; do mount -t tmpfs tmpfs $folder; done
mkdir -p /run/upper /run/work /var/lib /opt/sylva
mount -t overlay overlay -o lowerdir=/etc,upperdir=/run/upper,workdir=/run/work /etc
mount --bind "$CHECKOUT" /opt/sylva
exec ${SYSTEMD} --system --unit=basic.target --show-status=no --log-target=null`;

export interface Systemd {
  /** Runs a program inside; what it prints. */
  run(program: string, ...words: string[]): Promise<string>;
}

export async function bootSystemd(t: TestContext): Promise<Systemd> {
  const GROUP = join(controlGroups() as string, `sylva-test-${process.pid}`);
  const env = { ...process.env, GROUP, BOOT, CHECKOUT: ROOT, SYSTEMD_UNIT_PATH: unitsFolder(t), container: 'other' };
  const outer = spawn('sh', ['-c', JOIN_GROUP], { env, stdio: 'ignore' });
  t.after(async () => {
    outer.kill('SIGKILL');
    await until(() => removeGroup(GROUP));
  });
  const child = () => readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').trim();
  const run = async (program: string, ...words: string[]) => {
    const { stdout } = await promisify(execFile)('nsenter', ['-t', child(), '-m', '-n', '-p', program, ...words]);
    return stdout;
  };
  await until(() => run('systemctl', 'is-active', 'basic.target').catch(() => undefined));
  return { run };
}

/** What services print goes where a failing test can show it. */
function unitsFolder(t: TestContext): string {
  const folder = temporaryFolder(t);
  for (const unit of globSync(join(ROOT, 'deploy/systemd/*'))) copyFileSync(unit, join(folder, basename(unit)));
  for (const name of TARGETS) writeFileSync(join(folder, `${name}.target`), '[Unit]\nDefaultDependencies=no\n');
  mkdirSync(join(folder, 'service.d'));
  writeFileSync(
    join(folder, 'service.d/output.conf'),
    '[Service]\nStandardOutput=append:/run/output\nStandardError=append:/run/output\n',
  );
  return folder;
}

/** Where the present kind of control groups is mounted: alone, or beside the old ones. */
function controlGroups(): string | undefined {
  return ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'].find((folder) => existsSync(join(folder, 'cgroup.controllers')));
}

/** Whether it is gone, with those in it; one that still has processes cannot be removed yet. */
function removeGroup(folder: string): boolean {
  spawnSync('find', [folder, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';']);
  return !existsSync(folder);
}
