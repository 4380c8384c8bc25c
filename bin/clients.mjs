// Makes the packages of the clients out of their sources: what /clients/ of a running service offers, and client/dist, so that
// the folder of the TypeScript client is a package that can be installed. Neither a network nor Python nor R is needed.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { CLIENTS } from '../src/http/site/clients.ts';
import { tarball, zip } from './archives.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const PACK = {
  TypeScript: () => packTypeScript(join(root, 'client/dist')),
  Python: packPython,
  R: packR,
};

/** Into a folder that is there; `client/dist` beside. */
export async function makeClients(into) {
  const dist = join(root, 'client/dist');
  await replaceFolder(dist, buildTypeScript);
  for (const { language, file } of CLIENTS) writeFileSync(join(into, file), PACK[language]());
}

async function replaceFolder(folder, make) {
  const unfinished = `${folder}-unfinished-${process.pid}`;
  try {
    await make(unfinished);
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** ES modules, the same in one CommonJS file under `cjs`, their types, and the command. */
export async function buildTypeScript(into) {
  // By this Node: the first line of the program names whichever the system has.
  const words = ['node_modules/typescript/bin/tsc', '-p', 'client', '--outDir', into];
  execFileSync(process.execPath, words, { cwd: root, stdio: ['ignore', 2, 2] });
  const options = { absWorkingDir: root, bundle: true, target: 'node20', logLevel: 'warning' };
  await build({
    ...options,
    entryPoints: ['client/src/command/sylva-client.ts'],
    outdir: join(into, 'command'),
    format: 'esm',
    platform: 'node',
  });
  const cjs = join(into, 'cjs');
  await build({ ...options, entryPoints: ['client/src/index.ts'], outdir: cjs, format: 'cjs', platform: 'neutral' });
  writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n');
  const types = readdirSync(into).filter((name) => name.endsWith('.d.ts'));
  for (const name of types) copyFileSync(join(into, name), join(cjs, name));
}

/** As `npm pack` would, without what only makes it. */
export function packTypeScript(dist) {
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'));
  return tarball([
    { path: 'package/package.json', body: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    { path: 'package/README.md', body: readFileSync(join(root, 'client/README.md')) },
    ...filesOf(dist, 'package/dist', () => true).map((file) => ({
      ...file,
      isProgram: Object.values(manifest.bin).some((program) => file.path === `package/${program}`),
    })),
  ]);
}

/** A wheel: the modules, and what the standard of such files asks for beside them. */
function packPython() {
  const text = readFileSync(join(root, 'clients/python/pyproject.toml'), 'utf8');
  const told = (name) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(text)[1];
  const readme = readFileSync(join(root, 'clients/python/README.md'), 'utf8');
  const info = `sylva_client-${told('version')}.dist-info`;
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${told('name')}`,
    `Version: ${told('version')}`,
    `Summary: ${told('description')}`,
    `Requires-Python: ${told('requires-python')}`,
    'Description-Content-Type: text/markdown',
  ];
  const kind = ['Wheel-Version: 1.0', 'Generator: sylva', 'Root-Is-Purelib: true', 'Tag: py3-none-any'];
  const files = [
    ...filesOf('clients/python/src/sylva_client', 'sylva_client', (path) => /^[^/]+\.(py|typed)$/.test(path)),
    { path: `${info}/METADATA`, body: Buffer.from(`${metadata.join('\n')}\n\n${readme}`) },
    { path: `${info}/WHEEL`, body: Buffer.from(`${kind.join('\n')}\n`) },
  ];
  const records = files.map(({ path, body }) => {
    const sum = createHash('sha256').update(body).digest('base64url');
    return `${path},sha256=${sum},${body.length}\n`;
  });
  return zip([...files, { path: `${info}/RECORD`, body: Buffer.from(`${records.join('')}${info}/RECORD,,\n`) }]);
}

/** A source package: what `R CMD INSTALL` takes. */
function packR() {
  return tarball(
    filesOf('clients/r', 'sylva', (path) =>
      /^(DESCRIPTION|NAMESPACE|LICENSE|(R|man|vignettes)\/[^/]+\.(R|Rd|Rmd))$/.test(path),
    ),
  );
}

/** Those of a folder that are wanted, under another name of it. */
function filesOf(folder, name, isWanted) {
  const from = resolve(root, folder);
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1))
    .filter(isWanted)
    .map((path) => ({ path: `${name}/${path}`, body: readFileSync(join(from, path)) }));
}
