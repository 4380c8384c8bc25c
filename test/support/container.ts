// The container image, built by buildah from deploy/Containerfile as it stands, and run by runc with no more rights than
// deploy/compose.yaml leaves it. The two images that it begins with are stood in for by small trees of Debian under their names:
// nothing but Debian's mirror and npm's registry is asked for here.

import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findProgram, Program } from '../../scripts/cluster/program.ts';
import { bootstrap, bringNpm, npmSettings, run, withoutDebian } from './debian.ts';
import { missing } from './missing.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CONTAINERFILE = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8');
/** What the image below ours holds of use to us. */
const LIBRARIES = ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6'];

/** Why an image cannot be built and run here, or false. */
export const withoutContainers =
  ['buildah', 'runc'].map((name) => missing(name, findProgram(name))).find(Boolean) || withoutDebian;

export interface Image {
  /** Its files. */
  root: string;
  size: string;
  config: {
    User: string;
    Env: string[];
    Entrypoint: string[];
    Cmd: string[];
    WorkingDir: string;
    Volumes: object;
    Healthcheck: { Test: string[] };
  };
}

/** Everything is made in the folder, and gone with it. */
export async function buildImage(folder: string): Promise<Image> {
  const storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'state'), '--storage-driver', 'vfs'];
  const buildah = (...words: string[]) => run('buildah', ...storage, ...words);
  const [maker, base] = [...CONTAINERFILE.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name);

  const filesOf = async (name: string, image: string) => {
    await buildah('from', '--pull=never', '--name', name, image);
    return await buildah('mount', name);
  };
  const [tree, small] = [await filesOf('maker', 'scratch'), await filesOf('base', 'scratch')];
  await bootstrap(tree, /(\w+)-slim$/.exec(maker)?.[1] as string);
  const packages = join(tree, 'var/cache/apt/archives');
  for (const name of LIBRARIES) await run('dpkg-deb', '-x', globSync(join(packages, `${name}_*.deb`))[0], small);
  rmSync(packages, { recursive: true });
  await bringNpm(tree);
  await buildah('config', ...(await npmSettings()).flatMap((each) => ['--env', each]), 'maker');
  await buildah('commit', '--rm', 'maker', maker);
  await buildah('commit', '--rm', 'base', base);

  // The line at the file's own head: podman builds with the same code.
  const [, line] = /^#\s+podman build (.*)$/m.exec(CONTAINERFILE) as RegExpExecArray;
  await buildah('build', '--isolation', 'chroot', '--pull=never', ...line.split(' '));
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'sylva'));
  const size = await buildah('images', '--format', '{{.Size}}', 'sylva');
  return { root: await filesOf('made', 'sylva'), size, config: Docker.config };
}

/** One after another over the same volume. They share the network of the machine, and nothing else. */
export class Containers {
  readonly #folder: string;
  readonly #image: Image;
  readonly #id = `sylva-test-${process.pid}`;

  constructor(t: Pick<TestContext, 'after'>, folder: string, image: Image) {
    this.#folder = folder;
    this.#image = image;
    t.after(() => this.#runc('delete', '--force', this.#id));
  }

  get volume(): string {
    return join(this.#folder, 'volume');
  }

  /** As an engine makes a volume that is not there yet. */
  async makeVolume(): Promise<void> {
    await run('cp', '-a', join(this.#image.root, 'data'), this.volume);
  }

  /** Runs a command to its end; what it prints. */
  run(command: string[], env: string[] = []): Promise<string> {
    return run('runc', ...this.#words(command, env));
  }

  start(command: string[], env: string[]): Program {
    return new Program(findProgram('runc') as string, this.#words(command, env), { asSelf: true });
  }

  /** Runs a command inside the one that was started. */
  exec(command: string[]): Promise<string> {
    return this.#runc('exec', this.#id, ...command);
  }

  #runc(...words: string[]): Promise<string> {
    return run('runc', '--root', join(this.#folder, 'running'), ...words);
  }

  #words(args: string[], env: string[]): string[] {
    const { config, root } = this.#image;
    const [uid, gid] = config.User.split(':').map(Number);
    const specification = {
      ociVersion: '1.0.2',
      process: {
        args,
        env: [...config.Env, ...env],
        cwd: config.WorkingDir,
        user: { uid, gid },
        capabilities: {},
        noNewPrivileges: true,
      },
      root: { path: root, readonly: true },
      mounts: [
        { destination: '/proc', type: 'proc', source: 'proc' },
        { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755'] },
        { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'noexec'] },
        ...Object.keys(config.Volumes).map((destination) => ({
          destination,
          type: 'bind',
          source: this.volume,
          options: ['bind', 'nosuid', 'nodev', 'noexec'],
        })),
      ],
      linux: { namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })) },
    };
    writeFileSync(join(this.#folder, 'config.json'), JSON.stringify(specification));
    return ['--root', join(this.#folder, 'running'), 'run', '--bundle', this.#folder, this.#id];
  }
}
