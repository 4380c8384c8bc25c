// Keeps what V8 makes of the script in dist/, beside it: of what runs when the sample is published as files and as a table, and published
// again with a change. What did not run then is compiled where it is needed. Given the script's file and an empty
// folder.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { bytecodeName, withSum } from './bytecode-file.mjs';

const sample = fileURLToPath(new URL('../content', import.meta.url));
const [file, folder] = process.argv.slice(2);
const url = pathToFileURL(file).href;
const script = new Script(readFileSync(file, 'utf8'), { filename: url });
const { commandLine } = script.runInThisContext()(createRequire(url), url, {});
const { runCommandLine } = await commandLine();

// No settings file of this installation is read there: it may name the store that is served from.
process.chdir(folder);
await rehearse();
writeFileSync(join(dirname(file), bytecodeName(basename(file))), withSum(script.createCachedData()));

async function rehearse() {
  const [table, data] = ['trees.ndjson', ['--data', 'data']];
  await run('validate', sample);
  await run('publish', sample, ...data);
  await run('export', table, ...data);
  await run('publish', table, ...data);
  writeFileSync(table, readFileSync(table, 'utf8').replace('"title":"', '"title":"Another '));
  await run('publish', table, ...data);
}

async function run(...words) {
  const said = [];
  const hear = (text) => said.push(text);
  const code = await runCommandLine(words, {}, { print: hear, printJson: hear, complain: hear });
  if (code !== 0) throw new Error(`sylva ${words.join(' ')}: ${said.join('\n')}`);
}
