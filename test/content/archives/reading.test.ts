// An archive as the standard describes it, in all the forms that it may be given in.

import assert from 'node:assert/strict';
import { readdirSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkSource } from '../../../src/content/read.ts';
import { toDetail } from '../../../src/domain/tree.ts';
import {
  archiveFiles,
  CORE,
  DESCRIPTIONS,
  DISTRIBUTIONS,
  readAsArchive,
  readTables,
  VERNACULARS,
  writeZip,
  zipOf,
} from '../../support/archives.ts';
import { writeFiles } from '../../support/folders.ts';
import { readAll } from '../../support/sources.ts';

const TABLES = [CORE, VERNACULARS, DESCRIPTIONS, DISTRIBUTIONS];

test('a core with its extensions is read, as a folder and as a zip file', (t) => {
  for (const as of ['folder', 'zip'] as const) {
    const { trees, errors, warnings, tally } = readAsArchive(t, archiveFiles(TABLES), { as });
    assert.deepEqual(errors, []);
    assert.deepEqual(warnings, []);
    assert.deepEqual(tally, { read: 2, trees: 2, drafts: 0, refused: 0 });
    assert.deepEqual(
      trees.map(({ slug }) => slug),
      ['ceiba-pentandra', 'quercus-robur'],
    );
    const [en, es] = [toDetail(trees[0], 'en'), toDetail(trees[0], 'es')];
    assert.deepEqual([en.title, es.title], ['Kapok', 'Ceibo']);
    assert.deepEqual([en.description, es.description], ['A giant.', 'Un gigante.']);
    assert.deepEqual([en.scientificName, en.scientificNameAuthorship], ['Ceiba pentandra', '(L.) Gaertn.']);
    assert.deepEqual([en.family, en.conservationStatus], ['Malvaceae', 'LC']);
    assert.deepEqual(en.synonyms, ['Bombax pentandrum L.']);
    assert.deepEqual(en.distribution, ['West Africa', 'Costa Rica']);
    assert.deepEqual(en.commonNames, [
      { name: 'Silk-cotton tree', language: 'en' },
      { name: 'Fromager', language: 'fr' },
    ]);
    assert.deepEqual(en.attributes, { taxonID: 't1', introducedDistribution: ['Java'] });
    assert.deepEqual(trees[1].texts.es, undefined);
  }
});

test('what was left out is counted and named', (t) => {
  const { passedOver } = readTables(t, TABLES);
  assert.deepEqual(
    passedOver.map(({ file, message }) => `${file}: ${message}`),
    ['taxon.txt: Rows of the rank genus are no trees and were left out.'],
  );
});

test('a link in a folder is not followed, and named', (t) => {
  const folder = writeFiles(t, archiveFiles([CORE, DESCRIPTIONS]));
  symlinkSync('/etc/passwd', join(folder, 'notes.txt'));
  const { errors, passedOver } = readAll(folder);
  assert.deepEqual(errors, []);
  assert.ok(passedOver.some(({ file, message }) => file === 'notes.txt' && /It is a link/.test(message)));
});

const FILES_OPEN = '/proc/self/fd';

function openFiles(): string[] {
  return readdirSync(FILES_OPEN).flatMap((handle) => {
    try {
      return [readlinkSync(join(FILES_OPEN, handle))];
    } catch {
      return []; // That of the listing itself.
    }
  });
}

test('closes every file of an archive that it has read', { skip: process.platform !== 'linux' }, (t) => {
  const files = archiveFiles(TABLES);
  const folder = realpathSync(writeFiles(t, files));
  const paths = [folder, join(folder, 'taxon.txt'), realpathSync(writeZip(t, zipOf(files)))];
  for (const path of paths) {
    assert.ok(checkSource(path, { defaultLocale: 'en' }).tally.read > 0, path);
    assert.deepEqual(
      openFiles().filter((file) => file.startsWith(path)),
      [],
    );
  }
});
