// Makes the packages of the clients out of their sources: what /clients/ of a running service offers, and client/dist, so that
// the folder of the TypeScript client is a package that can be installed. Neither a network nor Python nor R is needed.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { CLIENTS } from '../src/http/site/clients.ts';
import { tarball, zip } from './archives.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const PACK = {
  TypeScript: packTypeScript,
  Python: packPython,
  R: packR,
};

/** Into a folder that is there; `client/dist` beside. */
export async function makeClients(into) {
  await makeTypeScript();
  for (const { language, file } of CLIENTS) writeFileSync(join(into, file), PACK[language]());
}

async function makeTypeScript() {
  const [dist, unfinished] = ['dist', `dist-unfinished-${process.pid}`].map((name) => join(root, 'client', name));
  try {
    // The Node of its first line is any that the system has.
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const words = ['-p', join(root, 'client'), '--outDir', unfinished];
    execFileSync(process.execPath, [compiler, ...words], { stdio: ['ignore', 2, 2] });
    await build({
      absWorkingDir: root,
      entryPoints: ['client/src/command/sylva-client.ts'],
      outdir: join(unfinished, 'command'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      logLevel: 'warning',
    });
    rmSync(dist, { recursive: true, force: true });
    renameSync(unfinished, dist);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** As `npm pack` would, without what only makes it. */
function packTypeScript() {
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'));
  return tarball([
    { path: 'package/package.json', body: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    ...filesOf('client', 'package', (path) => path === 'README.md' || path.startsWith('dist/')).map((file) => ({
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
  const from = join(root, folder);
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1))
    .filter(isWanted)
    .map((path) => ({ path: `${name}/${path}`, body: readFileSync(join(from, path)) }));
}
