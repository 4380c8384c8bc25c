// What the clients say of themselves, run: the ten lines of clients/README.md, examples in docstrings and help pages, the vignette;
// and the folders of a checkout, which are packages as they are.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../support/folders.ts';
import { missing } from '../../support/missing.ts';
import { startSylva, sylva } from '../../support/sylva.ts';
import { isThere, LANGUAGES, type Language } from './languages.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CHECK = fileURLToPath(new URL('check.py', import.meta.url));
const run = promisify(execFile);

/** The sample, served to somebody with a key. */
async function serveSample(t: TestContext) {
  const data = temporaryFolder(t);
  await sylva(['publish', join(ROOT, 'content'), '--data', data]);
  const { stdout } = await sylva(['keys', 'create', '--name', 'Reader', '--data', data, '--json']);
  const { origin } = await startSylva(t, ['serve', '--data', data, '--rate-limit', '100000', '--log-level', 'error']);
  return { SYLVA_URL: origin, SYLVA_KEY: JSON.parse(stdout).key as string };
}

const language = (name: string) => LANGUAGES.find((each) => each.name === name) as Language;
const without = (name: string) => missing(language(name).program, isThere(language(name).program));

/** The block of a language in clients/README.md under “Ten lines”. */
function tenLines(tag: string): string {
  const [, text] = readFileSync(join(ROOT, 'clients/README.md'), 'utf8').split('## Ten lines');
  return new RegExp(`^\\\`\\\`\\\`${tag}\\n(.*?)^\\\`\\\`\\\`$`, 'ms').exec(text)?.[1] as string;
}

const TAGS = { TypeScript: ['ts', 'lines.ts'], Python: ['python', 'lines.py'], R: ['r', 'lines.R'] };

for (const [name, [tag, file]] of Object.entries(TAGS)) {
  test(`the line of /clients/ and the ten lines of the README draw a table: ${name}`, {
    skip: without(name),
  }, async (t) => {
    const service = await serveSample(t);
    const offer = (await (await fetch(`${service.SYLVA_URL}/clients/`)).json()) as any;
    const folder = temporaryFolder(t);
    const { url } = offer.clients.find((each: any) => each.language === name);
    const { command, env } = await language(name).install(folder, url);
    writeFileSync(join(folder, file), tenLines(tag));
    const [program, ...words] = command;
    const options = { cwd: folder, env: { ...process.env, ...env, ...service } };
    const { stdout } = await run(program, [...words, file], options);
    for (const part of ['Quercus robur L.', 'accepted', 'Fagaceae', 'Ceiba pentandra', 'synonym', 'none'])
      assert.ok(stdout.includes(part), `${part} is not in:\n${stdout}`);
  });
}

test('npm takes the folder of the TypeScript client as it is', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  await run('npm', ['install', '--no-audit', '--no-fund', join(ROOT, 'client')], { cwd: folder });
  const code = "import { SylvaClient } from 'sylva-client'; console.log(typeof SylvaClient)";
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: folder });
  assert.equal(stdout, 'function\n');
});

test('every example in the docstrings of the Python client is right, installed from its folder', {
  skip: without('Python'),
}, async (t) => {
  const service = await serveSample(t);
  const folder = temporaryFolder(t);
  cpSync(join(ROOT, 'clients/python'), join(folder, 'python'), { recursive: true });
  const venv = join(folder, 'venv');
  await run('/usr/bin/python3', ['-m', 'venv', '--system-site-packages', venv]);
  const how = ['--quiet', '--no-index', '--no-build-isolation', '--disable-pip-version-check'];
  await run(join(venv, 'bin/pip'), ['install', ...how, join(folder, 'python')]);
  copyFileSync(CHECK, join(folder, 'check.py'));
  const { stdout } = await run(join(venv, 'bin/python'), ['check.py'], {
    cwd: folder,
    env: { ...process.env, ...service },
  });
  assert.match(stdout, /^\d\d+ examples$/m);
});

test('the Python client is written in the Python of 3.9', { skip: without('Python') }, async () => {
  const sources = globSync('clients/python/src/**/*.py', { cwd: ROOT });
  assert.ok(sources.length > 10);
  const code = `
import ast, sys
for file in sys.argv[1:]:
    ast.parse(open(file, encoding="utf-8").read(), file, feature_version=(3, 9))
`;
  await run('/usr/bin/python3', ['-c', code, ...sources], { cwd: ROOT });
});

const hasPandas = await run('/usr/bin/python3', ['-c', 'import pandas']).catch(() => undefined);

test('the Python client draws data frames where pandas is', {
  skip: missing('python3-pandas', hasPandas),
}, async (t) => {
  const service = await serveSample(t);
  const code = `
import os
from sylva_client import Client

client = Client(os.environ["SYLVA_URL"], os.environ["SYLVA_KEY"])
oaks = client.trees(family="Fagaceae").to_dataframe()
assert set(oaks["family"]) == {"Fagaceae"} and len(oaks) == client.trees(family="Fagaceae").total, oaks
matched = client.match_names(["Quercus robur L.", "Nomen nullum"]).to_dataframe()
assert list(matched["status"]) == ["accepted", "none"], matched
families = client.families().to_dataframe()
everything = client.export().to_dataframe()
assert families["speciesCount"].sum() == len(everything) > 100, everything
assert {"slug", "title.en", "title.es"} <= set(everything.columns), everything.columns
for some, none in [
    (oaks, client.trees(family="Nothing").to_dataframe()),
    (client.trees(view="detail").to_dataframe(), client.trees(view="detail", family="Nothing").to_dataframe()),
    (matched, client.match_names([]).to_dataframe()),
    (families, client.families(family="Nothing", view="detail").to_dataframe()),
    (everything, client.export(family="Nothing").to_dataframe()),
]:
    assert len(none) == 0 and set(some.columns) <= set(none.columns), set(some.columns) - set(none.columns)
    assert "_links" not in some.columns
assert everything["updatedAt"].min().year > 2000
`;
  const env = { ...process.env, ...service, PYTHONPATH: join(ROOT, 'clients/python/src') };
  await run('/usr/bin/python3', ['-B', '-c', code], { env });
});

test('data frames of R have dates, no links, and their columns without a row', { skip: without('R') }, async (t) => {
  const service = await serveSample(t);
  const code = `
for (file in list.files("clients/r/R", full.names = TRUE)) source(file)
user_agent <- function() "sylva-r/0.0.0"
client <- sylva_client()
pairs <- list(
  list(sylva_trees(client, family = "Fagaceae"), sylva_trees(client, family = "Nothing")),
  list(sylva_trees(client, view = "summary"), sylva_trees(client, view = "summary", family = "Nothing")),
  list(sylva_trees(client, view = "detail"), sylva_trees(client, view = "detail", family = "Nothing")),
  list(sylva_export(client), sylva_export(client, family = "Nothing")),
  list(sylva_export(client, locale = "es"), sylva_export(client, locale = "es", family = "Nothing")),
  list(sylva_match(client, "Quercus robur"), sylva_match(client, character()))
)
for (pair in pairs) {
  kinds <- lapply(pair, function(frame) vapply(frame, function(cell) class(cell)[1], ""))
  stopifnot(nrow(pair[[1]]) > 0, nrow(pair[[2]]) == 0, setequal(names(pair[[1]]), names(pair[[2]])))
  stopifnot(!grepl("_links", names(pair[[1]])))
  dates <- intersect(c("updatedAt", "publishedAt"), names(pair[[1]]))
  stopifnot(unlist(kinds[[1]][dates]) == "POSIXct", unlist(kinds[[2]][dates]) == "POSIXct")
}
updated <- pairs[[1]][[1]]$updatedAt
stopifnot(!anyNA(updated), format(updated, "%Y") >= "2000")
odd <- sylva_match(client, c("Quercus robur", NA, " ", "a\\tb", strrep("x", 201), strrep("y", 200)))
stopifnot(identical(odd$status, c("accepted", rep("none", 5))), is.na(odd$name[2]))
rest <- sylva_trees(client, family = "Fagaceae", page = 2, page_size = 2)
stopifnot(nrow(rest) == nrow(pairs[[1]][[1]]) - 2)
wrong <- tryCatch(sylva_client(api_key = "sylva_\\u0142"), error = conditionMessage)
stopifnot(grepl("api_key is not valid: character 7", wrong))
`;
  await run('Rscript', ['-e', code], { cwd: ROOT, env: { ...process.env, LC_ALL: 'C.UTF-8', ...service } });
});

test('R CMD check finds nothing wrong, and runs the examples and the vignette', { skip: without('R') }, async (t) => {
  const service = await serveSample(t);
  const folder = temporaryFolder(t);
  const built = join(folder, 'built');
  mkdirSync(built);
  const quick = { _R_CHECK_FORCE_SUGGESTS_: 'false', LC_ALL: 'C.UTF-8' };
  const options = { cwd: built, env: { ...process.env, ...quick, ...service } };
  await run('R', ['CMD', 'build', join(ROOT, 'clients/r')], options);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { stdout } = await run('R', ['CMD', 'check', '--no-manual', `sylva_${version}.tar.gz`], options);
  assert.match(stdout, /^Status: (OK|\d NOTEs?)$/m);
  assert.match(stdout, /checking examples \.\.\. OK/);
  assert.match(stdout, /checking re-building of vignette outputs \.\.\. OK/);
});
