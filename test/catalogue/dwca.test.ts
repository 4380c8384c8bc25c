// Exports as Darwin Core Archives, as Python's standard library reads them.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import type { Dataset } from '../../src/catalogue/export/dwca/eml.ts';
import { ZipFile } from '../../src/catalogue/export/dwca/zip.ts';
import { type ExportQuery, exportChunks } from '../../src/catalogue/export/export.ts';
import type { FamilyNames, Tree } from '../../src/domain/tree.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { temporaryFolder } from '../support/folders.ts';
import { hostileCatalogues } from '../support/hostile-trees.ts';
import { often } from '../support/often.ts';
import { archiveReader, rowsOf } from '../support/read-archives.ts';
import { makeText, makeTree } from '../support/trees.ts';

const DATASET: Dataset = {
  title: 'Trees & <shrubs>',
  contact: 'Flora desk <flora@example.org>',
  address: 'https://trees.example.org',
  policy: 'https://trees.example.org/policy?a=1&b=2',
  revision: 'r12',
  publishedAt: '2026-11-16T09:00:00.000Z',
};

function archiveOf(
  content: { trees: Tree[]; families?: FamilyNames },
  query: Partial<ExportQuery> = {},
  dataset: Partial<Dataset> = {},
): Buffer {
  const catalogue = new Catalogue(openSnapshot(compile({ families: new Map(), ...content })));
  const whole: ExportQuery = { format: 'dwca', locale: 'en', filters: {}, ...query };
  const chunks = exportChunks(catalogue, whole, { ...DATASET, ...dataset });
  return Buffer.concat(Array.from(chunks, ({ bytes }) => bytes));
}

function reader(t: TestContext) {
  const read = archiveReader(t);
  const file = join(temporaryFolder(t), 'archive.zip');
  return async (bytes: Buffer) => {
    writeFileSync(file, bytes);
    return await read(file);
  };
}

const KAPOK = makeTree({
  scientificNameAuthorship: '(L.) Gaertn.',
  conservationStatus: 'LC',
  conservationAssessment: { year: 2017, criteria: 'A2cd', scope: 'global' },
  distribution: ['América Central', 'Limón', '84'],
  floweringSeason: ['january', 'february'],
  synonyms: ['Bombax pentandrum L.', 'Bombax  pentandrum, L.', 'Ceiba caribaea var. alba'],
  commonNames: [{ name: 'Fromager', language: 'fr' }],
  featuredImage: 'https://example.org/a.jpg',
  images: [{ src: 'https://example.org/b.jpg', credit: 'Ada', licence: 'CC BY 4.0' }, 'https://example.org/a.jpg'],
  updatedAt: '2026-01-11T00:00:00Z',
  identifiers: { wfo: 'wfo-0000586842', ipni: null, gbif: '5406697', iucn: null },
  texts: {
    en: makeText({
      title: 'Kapok',
      description: 'A giant.\n"Tall", it is.',
      body: '# Field\r\n\r\n\tThorns, and more.',
      maxHeight: '70 m',
      uses: ['floss'],
      attributes: { bibliography: ['Gaertner 1791', 'Linnaeus 1753'] },
    }),
    es: makeText({ title: 'Ceiba', description: 'Un gigante.', nativeRegion: 'América tropical' }),
  },
});

test('a tree and its synonyms are rows of the core, joined by identifiers', async (t) => {
  const archive = await reader(t)(archiveOf({ trees: [KAPOK] }));
  const family = 'Malvaceae';
  const link = { acceptedNameUsageID: 'ceiba-pentandra', acceptedNameUsage: 'Ceiba pentandra' };
  const synonym = { ...link, taxonomicStatus: 'synonym', family };
  const taxa = rowsOf(archive, 'Taxon').map(({ taxonID, ...row }) => {
    assert.equal(taxonID, row.id);
    return row;
  });
  assert.deepEqual(taxa, [
    {
      id: 'ceiba-pentandra',
      taxonomicStatus: 'accepted',
      scientificName: 'Ceiba pentandra',
      scientificNameAuthorship: '(L.) Gaertn.',
      taxonRank: 'species',
      family,
      modified: '2026-01-11T00:00:00Z',
    },
    {
      id: 'ceiba-pentandra#bombax-pentandrum-l',
      ...synonym,
      scientificName: 'Bombax pentandrum L.',
      taxonRank: 'species',
    },
    {
      id: 'ceiba-pentandra#bombax-pentandrum-l#2',
      ...synonym,
      scientificName: 'Bombax  pentandrum, L.',
      taxonRank: 'species',
    },
    {
      id: 'ceiba-pentandra#ceiba-caribaea-var-alba',
      ...synonym,
      scientificName: 'Ceiba caribaea var. alba',
      taxonRank: 'variety',
    },
  ]);
});

test('what else a tree says stands in extensions, in both languages, with the codes of regions', async (t) => {
  const archive = await reader(t)(archiveOf({ trees: [KAPOK] }));
  const id = 'ceiba-pentandra';
  assert.deepEqual(rowsOf(archive, 'VernacularName'), [
    { id, vernacularName: 'Kapok', language: 'en', isPreferredName: 'true' },
    { id, vernacularName: 'Ceiba', language: 'es', isPreferredName: 'true' },
    { id, vernacularName: 'Fromager', language: 'fr', isPreferredName: 'false' },
  ]);
  assert.deepEqual(rowsOf(archive, 'Distribution'), [
    { id, locationID: 'WGSRPD:80', locality: 'América Central', occurrenceStatus: 'present' },
    { id, locality: 'Limón', occurrenceStatus: 'present' },
    { id, locationID: 'WGSRPD:84', locality: '84', occurrenceStatus: 'present' },
    { id, locality: 'Global', threatStatus: 'LC', eventDate: '2017', occurrenceRemarks: 'A2cd' },
  ]);
  assert.deepEqual(rowsOf(archive, 'Description'), [
    { id, description: 'A giant.\n"Tall", it is.', type: 'general', language: 'en' },
    { id, description: '# Field\r\n\r\n\tThorns, and more.', type: 'body', language: 'en' },
    { id, description: 'floss', type: 'use', language: 'en' },
    { id, description: '70 m', type: 'max height', language: 'en' },
    { id, description: 'january, february', type: 'flowering', language: 'en' },
    { id, description: 'Un gigante.', type: 'general', language: 'es' },
    { id, description: 'América tropical', type: 'distribution', language: 'es' },
    { id, description: 'enero, febrero', type: 'flowering', language: 'es' },
  ]);
  assert.deepEqual(rowsOf(archive, 'SpeciesProfile'), [
    { id, isExtinct: 'false', lifeForm: 'tree', sizeInMillimeter: '70000' },
  ]);
  assert.deepEqual(rowsOf(archive, 'Multimedia'), [
    { id, type: 'StillImage', identifier: 'https://example.org/a.jpg' },
    {
      id,
      type: 'StillImage',
      identifier: 'https://example.org/b.jpg',
      creator: 'Ada',
      license: 'CC BY 4.0',
    },
  ]);
  assert.deepEqual(rowsOf(archive, 'Identifier'), [
    { id, identifier: 'wfo-0000586842', title: 'wfo' },
    { id, identifier: '5406697', title: 'gbif' },
  ]);
  assert.deepEqual(rowsOf(archive, 'Reference'), [
    { id, bibliographicCitation: 'Gaertner 1791' },
    { id, bibliographicCitation: 'Linnaeus 1753' },
  ]);
});

test('each table begins with the names of its columns, as meta.xml has them', () => {
  const { 'meta.xml': meta, 'eml.xml': _, ...tables } = unzipSync(archiveOf({ trees: [KAPOK] }));
  const described = strFromU8(meta).split('<location>').slice(1);
  assert.equal(described.length, Object.keys(tables).length);
  for (const part of described) {
    const file = part.slice(0, part.indexOf('<'));
    const terms = Array.from(part.matchAll(/<field index="[1-9]\d*" term="[^"]*\/(\w+)"/g), ([, name]) => name);
    assert.equal(strFromU8(tables[file]).split('\r\n')[0], ['taxonID', ...terms].join(','));
  }
});

test('a language, a choice of trees, and extensions that nobody needs are left out', async (t) => {
  const oak = makeTree({ slug: 'quercus-robur', scientificName: 'Quercus robur', family: 'Fagaceae' });
  const read = reader(t);
  const spanish = await read(archiveOf({ trees: [KAPOK] }, { only: 'es' }));
  assert.deepEqual(new Set(rowsOf(spanish, 'Description').map(({ language }) => language)), new Set(['es']));
  const filtered = await read(archiveOf({ trees: [KAPOK, oak] }, { filters: { family: ['Fagaceae'] } }));
  assert.deepEqual(
    rowsOf(filtered, 'Taxon').map(({ id }) => id),
    ['quercus-robur'],
  );
  assert.deepEqual(filtered.files, [
    'taxon.csv',
    'vernacularname.csv',
    'description.csv',
    'speciesprofile.csv',
    'meta.xml',
    'eml.xml',
  ]);
  const none = await read(archiveOf({ trees: [oak] }, { filters: { family: ['none'] } }));
  assert.deepEqual([none.files, rowsOf(none, 'Taxon')], [['taxon.csv', 'meta.xml', 'eml.xml'], []]);
});

test('the whole says what it is, what may be done with it, and who answers for it', async (t) => {
  const read = reader(t);
  const archive = await read(archiveOf({ trees: [KAPOK] }));
  assert.equal(archive.title, 'Trees & <shrubs>');
  assert.match(archive.rights, /not licensed for open reuse/);
  assert.equal(archive.link, DATASET.policy);
  assert.deepEqual(archive.contact, ['Flora desk', 'flora@example.org']);
  const contacts: [string | null, string[]][] = [
    ['flora@example.org', ['Trees & <shrubs>', 'flora@example.org']],
    ['Flora desk', ['Flora desk']],
    [null, ['Trees & <shrubs>']],
  ];
  for (const [contact, told] of contacts) {
    const other = await read(archiveOf({ trees: [KAPOK] }, {}, { contact, policy: null, address: null }));
    assert.deepEqual([other.contact, other.link], [told, null]);
  }
});

test('the same revision has the same bytes, whenever they are written', (t) => {
  const first = archiveOf({ trees: [KAPOK] });
  t.mock.timers.enable({ apis: ['Date'], now: new Date('2040-01-01') });
  assert.ok(archiveOf({ trees: [KAPOK] }).equals(first));
  assert.ok(!archiveOf({ trees: [KAPOK] }, {}, { revision: 'r13' }).equals(first));
});

test('an archive of hostile texts gives back every one of them', async (t) => {
  const read = reader(t);
  await fc.assert(
    fc.asyncProperty(hostileCatalogues, async (content) => {
      const archive = await read(archiveOf(content));
      const of = (kind: string, slug: string) => rowsOf(archive, kind).filter(({ id }) => id === slug);
      const ids = rowsOf(archive, 'Taxon').map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      for (const tree of content.trees) {
        const { slug, scientificName, family, synonyms, distribution, identifiers } = tree;
        const [taxon] = of('Taxon', slug);
        assert.deepEqual([taxon.scientificName, taxon.family], [scientificName, family]);
        const others = rowsOf(archive, 'Taxon').filter(({ acceptedNameUsageID }) => acceptedNameUsageID === slug);
        assert.deepEqual(
          others.map((each) => each.scientificName),
          synonyms,
        );
        const places = of('Distribution', slug).filter(({ occurrenceStatus }) => occurrenceStatus);
        assert.deepEqual(
          places.map(({ locality }) => locality),
          distribution,
        );
        const known = Object.entries(identifiers).filter(([, identifier]) => identifier !== null);
        // A register without a name has a blank cell.
        assert.deepEqual(
          of('Identifier', slug).map(({ identifier, title = '' }) => [title, identifier]),
          known,
        );
        for (const [locale, { title, description, body }] of Object.entries(tree.texts)) {
          const preferred = of('VernacularName', slug).filter(({ isPreferredName }) => isPreferredName === 'true');
          assert.equal(preferred.find(({ language }) => language === locale)?.vernacularName, title);
          const told = of('Description', slug).filter(({ language }) => language === locale);
          assert.equal(told.find(({ type }) => type === 'general')?.description, description);
          assert.equal(told.find(({ type }) => type === 'body')?.description ?? null, body);
        }
      }
    }),
    { numRuns: often(30) },
  );
});

test('a long text is packed in parts, and comes back whole', async (t) => {
  const body = Array.from({ length: 60_000 }, (_, number) => `${number} 🌳 ñ`).join('\n');
  const tree = makeTree({ texts: { en: makeText({ body, bodyFormat: 'markdown' }) } });
  const bytes = archiveOf({ trees: [tree] });
  assert.ok(bytes.length < Buffer.byteLength(body) / 2, 'not compressed');
  const told = rowsOf(await reader(t)(bytes), 'Description');
  assert.equal(told.find(({ type }) => type === 'body')?.description, body);
});

test('a file beyond what four bytes can count is written with those that can', async (t) => {
  for (const largest of [1, 60, 400]) {
    const zip = new ZipFile(largest);
    const meta = `<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml"><core encoding="UTF-8" fieldsTerminatedBy="," linesTerminatedBy="\\n" fieldsEnclosedBy="&quot;" rowType="x/Taxon"><files><location>t.csv</location></files><id index="0"/></core></archive>`;
    const eml = '<eml><dataset><title>T</title><intellectualRights/><contact/></dataset></eml>';
    const files = { 't.csv': 'a\nb\n', 'meta.xml': meta, 'eml.xml': eml };
    const parts = Object.entries(files).flatMap(([name, text]) => [
      zip.begin(name),
      zip.add(Buffer.from(text)),
      zip.end(),
    ]);
    const bytes = Buffer.concat([...parts, zip.finish()]);
    assert.equal(bytes.includes(Buffer.from('PK\u0006\u0006', 'latin1')), true, 'no ZIP64');
    const archive = await reader(t)(bytes);
    assert.deepEqual(
      rowsOf(archive, 'Taxon').map(({ id }) => id),
      ['a', 'b'],
    );
  }
});
