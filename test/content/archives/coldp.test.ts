// Catalogue of Life Data Packages: the same taxa as one table of usages, and as names, taxa and synonyms apart.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { toDetail } from '../../../src/domain/tree.ts';
import { readAsArchive } from '../../support/archives.ts';
import { writeFiles } from '../../support/folders.ts';
import type { WholeContent } from '../../support/sources.ts';

type Files = Record<string, string>;

/** A package has no descriptions: somebody must give a rule. */
function read(t: TestContext, files: Files, as: 'folder' | 'zip' = 'folder'): WholeContent {
  const path = join(
    writeFiles(t, {
      'defaults.yaml':
        'description.en: A tree of the family {family}.\ndescription.es: Un árbol de la familia {family}.\n',
    }),
    'defaults.yaml',
  );
  return readAsArchive(t, files, { as, defaults: { path, name: 'defaults.yaml' } });
}

const tsv = (...rows: string[]) =>
  rows
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map((cells) => `${cells.join('\t')}\n`)
    .join('');

const COMMON: Files = {
  'metadata.yaml': 'title: Trees of the tests\nlicense: cc0\ncontact:\n  given: Ada\n',
  'data/vernacular-name.tsv': tsv(
    'taxonID | name | language | preferred | country',
    't1 | Kapok | eng | true | US',
    't1 | Silk-cotton tree | eng | | US',
    't1 | Ceibo | spa | 1 | CR',
    't2 | Pedunculate oak | eng | true | GB',
  ),
  'data/Distribution.csv': [
    'taxonID,areaID,area,gazetteer,status,referenceID',
    't1,COS,,tdwg,native,x',
    't1,,80,tdwg,,',
    't1,ID,,iso,alien,',
    't1,,"West Africa, coast",text,native,',
    't1,,Fiji,text,uncertain,',
    't2,XXX,,tdwg,,',
    '',
  ].join('\r\n'),
  'data/Media.tsv': tsv('taxonID | url | type | license', 't1 | https://example.org/a.jpg | image/jpeg | cc-by'),
  'data/TaxonProperty.tsv': tsv('taxonID | property | value', 't1 | wood density | 0.3'),
};

const USAGES: Files = {
  ...COMMON,
  'data/NameUsage.tsv': tsv(
    'col:ID | col:alternativeID | col:parentID | col:status | col:rank | col:scientificName | col:authorship | col:namePhrase | col:link | col:lifezone',
    'f1 | | | accepted | family | Malvaceae | Juss. | | |',
    'g1 | | f1 | accepted | genus | Ceiba | Mill. | | |',
    't1 | wfo:wfo-0000586842,gbif:5406697,tsn:9 | g1 | accepted | species | Ceiba pentandra | (L.) Gaertn. | | https://example.org/t1 | terrestrial',
    's1 | | t1 | synonym | species | Bombax pentandrum | L. | | |',
    's2 | | t1 | misapplied | species | Ceiba casearia | Medik. | auct. non Medik. | |',
    'f2 | | | accepted | family | Fagaceae | Dumort. | | |',
    't2 | | f2 | provisionally accepted | species | Quercus robur | L. | | |',
    'b1 | | | bare name | species | Quercus nuda | | | |',
  ),
};

const APART: Files = {
  ...COMMON,
  'data/Name.tsv': tsv(
    'ID | scientificName | authorship | rank | genus | specificEpithet | code',
    'n-f1 | Malvaceae | Juss. | family | | | botanical',
    'n-g1 | Ceiba | Mill. | genus | | | botanical',
    'n-t1 | | (L.) Gaertn. | species | Ceiba | pentandra | botanical',
    'n-s1 | Bombax pentandrum | L. | species | | | botanical',
    'n-s2 | Ceiba casearia | Medik. | species | | | botanical',
    'n-f2 | Fagaceae | Dumort. | family | | | botanical',
    'n-t2 | Quercus robur | L. | species | | | botanical',
  ),
  'data/Taxon.tsv': tsv(
    'ID | alternativeID | parentID | nameID | provisional | link | lifezone',
    'f1 | | | n-f1 | | |',
    'g1 | | f1 | n-g1 | | |',
    't1 | wfo:wfo-0000586842,gbif:5406697,tsn:9 | g1 | n-t1 | | https://example.org/t1 | terrestrial',
    'f2 | | | n-f2 | | |',
    't2 | | f2 | n-t2 | true | |',
  ),
  'data/Synonym.tsv': tsv(
    'taxonID | nameID | status | namePhrase',
    't1 | n-s1 | synonym |',
    't1 | n-s2 | misapplied | auct. non Medik.',
  ),
};

const findings = (all: WholeContent['warnings']) =>
  all.map(({ code, file, row, field }) => `${code} ${file} ${row} ${field}`);
const told = (all: WholeContent['passedOver']) => all.map(({ file, message }) => `${file}: ${message}`);

for (const [form, files] of Object.entries({ 'usages of names': USAGES, 'names and taxa apart': APART })) {
  test(`a package of ${form} is read, as a folder and as a zip file`, (t) => {
    for (const as of ['folder', 'zip'] as const) {
      const { trees, errors, warnings } = read(t, files, as);
      assert.deepEqual(errors, []);
      assert.deepEqual(findings(warnings), [
        'doubtful-value data/Distribution.csv 6 areaID',
        'filled-in defaults.yaml null description.en',
        'filled-in defaults.yaml null description.es',
      ]);
      assert.deepEqual(
        trees.map(({ slug }) => slug),
        ['ceiba-pentandra', 'quercus-robur'],
      );
      const [en, es] = [toDetail(trees[0], 'en'), toDetail(trees[0], 'es')];
      assert.deepEqual([en.title, es.title], ['Kapok', 'Ceibo']);
      assert.deepEqual([en.scientificName, en.scientificNameAuthorship], ['Ceiba pentandra', '(L.) Gaertn.']);
      assert.equal(en.family, 'Malvaceae');
      assert.deepEqual(en.synonyms, ['Bombax pentandrum L.']);
      assert.deepEqual(en.commonNames, [{ name: 'Silk-cotton tree', language: 'en' }]);
      assert.deepEqual(en.distribution, ['Costa Rica', 'Central America', 'West Africa, coast']);
      assert.deepEqual(en.identifiers, {
        wfo: 'wfo-0000586842',
        ipni: null,
        gbif: '5406697',
        iucn: null,
        tsn: 'tsn:9',
      });
      assert.equal((en.images[0] as any).url, 'https://example.org/a.jpg');
      const { attributes } = en as any;
      assert.deepEqual(attributes.introducedDistribution, ['Indonesia']);
      assert.deepEqual(attributes.doubtfulDistribution, ['Fiji']);
      assert.deepEqual(attributes.misappliedNames, ['Ceiba casearia Medik. auct. non Medik.']);
      assert.deepEqual(attributes.measurements, [{ type: 'wood density', value: '0.3', unit: '' }]);
      assert.deepEqual(
        [attributes.taxonID, attributes.lifezone, attributes.references],
        ['t1', 'terrestrial', 'https://example.org/t1'],
      );
      assert.deepEqual([trees[1].family, trees[1].distribution], ['Fagaceae', ['TDWG:XXX']]);
    }
  });
}

test('what is not read of a package is counted and named', (t) => {
  const files = { ...USAGES, 'data/NameRelation.tsv': 'nameID\trelatedNameID\n', 'data/Taxon.tsv': 'ID\tnameID\n' };
  const { passedOver } = read(t, files);
  assert.deepEqual(told(passedOver), [
    'data/Distribution.csv: Columns that are not read: referenceID.',
    'data/NameRelation.tsv: Of a data package are read: NameUsage, Name, Taxon, Synonym, VernacularName, Distribution, Media, TaxonProperty and metadata.yaml.',
    'data/NameUsage.tsv: Rows of the rank family are no trees and were left out. In all: 2.',
    'data/NameUsage.tsv: Rows of the rank genus are no trees and were left out.',
    'data/NameUsage.tsv: Rows are bare names, of no taxon, and were left out.',
    'data/Taxon.tsv: Names and taxa stand in the table NameUsage: this one is not read beside it.',
    'data/vernacular-name.tsv: Columns that are not read: country.',
    'data/vernacular-name.tsv: Titles are scientific names, since there is no vernacular name in their language.',
  ]);
  assert.ok(told(read(t, APART).passedOver).includes('data/Name.tsv: Columns that are not read: code.'));
});

test('what is wrong with a package is told by file, row and column', (t) => {
  const bad = {
    ...APART,
    'metadata.yaml': 'title: [',
    'data/Name.tsv': `${APART['data/Name.tsv']}n-t2\tTwice\t\tspecies\t\t\t\n`,
    'data/Taxon.tsv': `${APART['data/Taxon.tsv']}t3\t\tf1\tn-none\t\t\t\nt2\t\tf2\tn-t1\t\t\t\n`,
    'data/Synonym.tsv': `${APART['data/Synonym.tsv']}t9\tn-s1\tsynonym\t\n`,
  };
  const { errors, warnings, trees } = read(t, bad);
  assert.deepEqual(findings(errors), [
    'duplicate-id data/Name.tsv 8 ID',
    'missing-field data/Taxon.tsv 6 scientificName',
    'duplicate-id data/Taxon.tsv 7 ID',
  ]);
  assert.deepEqual(findings(warnings), [
    'doubtful-value data/Distribution.csv 6 areaID',
    'lost-synonym data/Synonym.tsv 3 taxonID',
    'unknown-id data/Taxon.tsv 6 nameID',
    'filled-in defaults.yaml null description.en',
    'filled-in defaults.yaml null description.es',
    'broken-archive metadata.yaml null null',
  ]);
  assert.equal(trees.length, 2);
});

test('a package without columns, or with two tables of a kind, is refused', (t) => {
  const headless = read(t, { 'NameUsage.tsv': 'a\tb\tc\n' });
  assert.deepEqual(told(headless.errors), [
    'NameUsage.tsv: The first row must name the columns, and ID is not among them.',
  ]);
  const doubled = read(t, { ...USAGES, 'nameusage.csv': 'ID,scientificName\n' });
  assert.equal(doubled.errors.length, 1);
  assert.match(doubled.errors[0].message, /is a table of the kind NameUsage, and so is/);
});
