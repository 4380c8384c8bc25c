// What rows of an archive mean, as archives really are: other words, names instead of identifiers, chains, circles, parts of
// several taxa, misapplied names, names that are none yet. Each is read as a careful taxonomist would, or is a finding with its row.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ArchiveOptions } from '../../../src/content/formats/archives/archive.ts';
import { plainMonths } from '../../../src/content/formats/archives/extensions/descriptions.ts';
import { readChoice } from '../../../src/content/formats/archives/taxa/choice.ts';
import { languageTag, rankOf, statusOf } from '../../../src/content/formats/archives/taxa/words.ts';
import type { Finding } from '../../../src/content/source/finding.ts';
import { toDetail } from '../../../src/domain/tree.ts';
import { archiveFiles, readAsArchive, type TestTable } from '../../support/archives.ts';

type Row = Record<string, string>;

/** An archive of these rows, each with a description; the first column is the identifier. */
function read(
  t: TestContext,
  rows: Row[],
  extensions: TestTable[] = [],
  options: ArchiveOptions = {},
  others: Record<string, string> = {},
) {
  const terms = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((term) => term !== 'id');
  const core = { rowType: 'Taxon', terms, rows: rows.map((row) => ['id', ...terms].map((term) => row[term] ?? '')) };
  const texts = {
    rowType: 'Description',
    terms: ['description', 'type', 'language'],
    rows: rows.map(({ id }) => [id, 'A tree.', 'general', 'en']),
  };
  return readAsArchive(t, archiveFiles([core, texts, ...extensions], others), options);
}

const oak = (fields: Row = {}): Row => ({ id: 't1', scientificName: 'Quercus robur', family: 'Fagaceae', ...fields });
const extension = (rowType: string, terms: string[], ...rows: string[][]): TestTable => ({ rowType, terms, rows });
const seen = (findings: Finding[]) => findings.map(({ code, file, row, field }) => `${code} ${file} ${row} ${field}`);

function onlyTree(t: TestContext, rows: Row[], extensions: TestTable[] = []) {
  const { trees, errors } = read(t, rows, extensions);
  assert.deepEqual([errors, trees.length], [[], 1]);
  return toDetail(trees[0], 'en');
}

test('ranks, statuses and languages are understood in other words', () => {
  for (const word of ['Espèce', 'SPECIES', 'sp.', 'especie', 'Art', 'nothospecies'])
    assert.equal(rankOf(word)?.kind, 'species', word);
  for (const word of ['subsp.', 'Var.', 'forma', 'sous-espèce', 'variedad', 'f.'])
    assert.equal(rankOf(word)?.kind, 'below', word);
  for (const word of ['Género', 'family', 'Ordnung', 'gen.', 'tribus']) assert.equal(rankOf(word)?.kind, 'above', word);
  assert.equal(rankOf('thing'), undefined);
  for (const word of ['Accepté', 'accepted', 'válido', 'ACCEPTED_NAME']) assert.equal(statusOf(word), 'accepted', word);
  for (const word of ['heterotypic synonym', 'Homotypic_Synonym', 'sinónimo', 'synonyme'])
    assert.equal(statusOf(word), 'synonym', word);
  assert.deepEqual(
    [statusOf('misapplied'), statusOf('Unchecked'), statusOf('odd')],
    ['misapplied', 'doubtful', undefined],
  );
  for (const word of ['de', 'deu', 'ger', 'German', 'Deutsch', 'alemán']) assert.equal(languageTag(word), 'de', word);
  assert.deepEqual(['es_CR', 'spa', 'Spanish', 'Castellano'].map(languageTag), ['es-CR', 'es', 'es', 'es']);
  assert.equal(languageTag('Klingonese'), undefined);
});

test('a word that nobody knows is named, and the form of the name decides', (t) => {
  const { trees, warnings } = read(t, [oak({ taxonRank: 'thing', taxonomicStatus: 'odd' })]);
  assert.equal(trees.length, 1);
  assert.deepEqual(seen(warnings), [
    'doubtful-value taxon.txt 1 taxonRank',
    'doubtful-value taxon.txt 1 taxonomicStatus',
  ]);
  assert.match(warnings[0].message, /“thing” is not a rank that is known.*Use species/);
});

test('without a rank the form of the name tells it, however it is written', (t) => {
  const pine = (id: string, scientificName: string): Row => ({ id, scientificName, family: 'Pinaceae' });
  const written = [
    'Pinus nigra Var. Austriaca',
    'Pinus nigra subsp.salzmannii (Dunal) Franco',
    'Pinus nigra (var. laricio)',
  ];
  const rows = [pine('t1', 'Pinus nigra J.F.Arnold'), ...written.map((name, at) => pine(`t${at + 2}`, name))];
  const { trees } = read(t, rows);
  assert.deepEqual(
    trees.map(({ scientificName, scientificNameAuthorship }) => [scientificName, scientificNameAuthorship]),
    [['Pinus nigra', 'J.F.Arnold']],
  );
  const chosen = read(t, rows.slice(2, 3), [], { choice: readChoice('rank=infraspecific') });
  assert.deepEqual(
    chosen.trees.map(({ scientificName, scientificNameAuthorship }) => [scientificName, scientificNameAuthorship]),
    [['Pinus nigra subsp.salzmannii', '(Dunal) Franco']],
  );
});

test('authors in the name stand apart, and a name is put together from its parts', (t) => {
  const name = (fields: Row) => {
    const { scientificName, scientificNameAuthorship } = onlyTree(t, [oak(fields)]);
    return [scientificName, scientificNameAuthorship];
  };
  assert.deepEqual(name({ scientificName: 'Ceiba pentandra (L.) Gaertn.' }), ['Ceiba pentandra', '(L.) Gaertn.']);
  assert.deepEqual(name({ scientificName: 'Quercus robur L.', scientificNameAuthorship: 'L.' }), [
    'Quercus robur',
    'L.',
  ]);
  assert.deepEqual(name({ scientificName: 'Quercus × hispanica Lam.' }), ['Quercus × hispanica', 'Lam.']);
  assert.deepEqual(name({ scientificName: '', genus: 'Quercus', specificEpithet: 'alba' }), ['Quercus alba', null]);
});

test('synonyms go to their accepted tree: by identifier, by name, over chains, to several', (t) => {
  const { trees, warnings, errors } = read(t, [
    { id: 's1', scientificName: 'Quercus pedunculata Ehrh.', taxonomicStatus: 'synonym', acceptedNameUsageID: 't1' },
    oak({ taxonomicStatus: 'accepted' }),
    {
      id: 's2',
      scientificName: 'Quercus longaeva',
      taxonomicStatus: 'heterotypic synonym',
      acceptedNameUsage: 'Quercus robur L.',
    },
    { id: 's3', scientificName: 'Quercus femina', taxonomicStatus: 'synonym', acceptedNameUsageID: 's2' },
    { id: 't2', scientificName: 'Quercus petraea', family: 'Fagaceae' },
    {
      id: 's4',
      scientificName: 'Quercus sessilis',
      taxonomicStatus: 'proParteSynonym',
      acceptedNameUsageID: 't1 | t2',
    },
    { id: 's5', scientificName: 'Quercus germanica', acceptedNameUsageID: 't1;t2' },
  ]);
  assert.deepEqual([errors, seen(warnings).filter((each) => !each.includes('language'))], [[], []]);
  assert.deepEqual(
    trees.map(({ slug, synonyms }) => [slug, synonyms]),
    [
      [
        'quercus-robur',
        ['Quercus pedunculata Ehrh.', 'Quercus longaeva', 'Quercus femina', 'Quercus sessilis', 'Quercus germanica'],
      ],
      ['quercus-petraea', ['Quercus sessilis', 'Quercus germanica']],
    ],
  );
});

test('synonyms that lead nowhere or round in a circle are named with their rows', (t) => {
  const { warnings, trees, errors } = read(t, [
    oak(),
    { id: 's1', scientificName: 'A one', taxonomicStatus: 'synonym', acceptedNameUsageID: 'gone' },
    { id: 's2', scientificName: 'B two', taxonomicStatus: 'synonym' },
    { id: 's3', scientificName: 'Cc three', taxonomicStatus: 'synonym', acceptedNameUsageID: 's4' },
    { id: 's4', scientificName: 'Dd four', taxonomicStatus: 'synonym', acceptedNameUsageID: 's3' },
    { id: 's5', scientificName: 'Ee five', taxonomicStatus: 'synonym', acceptedNameUsage: 'Nobody knows' },
  ]);
  assert.deepEqual([trees.length, errors], [1, []]);
  assert.deepEqual(
    warnings
      .filter(({ code }) => code === 'lost-synonym')
      .map(({ row, field, message }) => [row, field, message.replace(/:.*/, '')]),
    [
      [2, 'acceptedNameUsageID', 'A one leads to “gone”, which no row has, or several have'],
      [3, 'acceptedNameUsageID', 'B two is another name, but the row does not say of which'],
      [4, 'acceptedNameUsageID', 'Cc three leads to “s4” and from there back to itself, or over ever more names'],
      [5, 'acceptedNameUsageID', 'Dd four leads to “s3” and from there back to itself, or over ever more names'],
      [6, 'acceptedNameUsage', 'Ee five leads to “Nobody knows”, which no row has, or several have'],
    ],
  );
});

test('a misapplied name is no synonym; one that is accepted and linked at once is a tree, and named', (t) => {
  const misapplied = onlyTree(t, [
    oak(),
    { id: 's1', scientificName: 'Quercus alba auct. non L.', taxonomicStatus: 'synonym', acceptedNameUsageID: 't1' },
    {
      id: 's2',
      scientificName: 'Quercus rubra',
      scientificNameAuthorship: 'sensu Miller',
      taxonomicStatus: 'misapplied',
      acceptedNameUsageID: 't1',
    },
  ]);
  assert.deepEqual(misapplied.synonyms, []);
  assert.deepEqual(misapplied.attributes.misappliedNames, ['Quercus alba auct. non L.', 'Quercus rubra sensu Miller']);
  const both = read(t, [
    oak(),
    { ...oak(), id: 't2', scientificName: 'Quercus petraea', taxonomicStatus: 'accepted', acceptedNameUsageID: 't1' },
  ]);
  assert.deepEqual([both.trees.length, seen(both.warnings)], [2, ['doubtful-value taxon.txt 2 acceptedNameUsageID']]);
});

test('ranks above and below species are left out and counted; those below are taken if chosen', (t) => {
  const rows = [
    oak(),
    { id: 'g', scientificName: 'Quercus', taxonRank: 'genus' },
    { id: 'f', scientificName: 'Fagaceae', taxonRank: 'Familie' },
    { id: 'v', scientificName: 'Quercus robur subsp. robur', taxonRank: 'subsp.', family: 'Fagaceae' },
    { id: 'n', scientificName: 'Quercus alba' },
    { id: 'u', scientificName: 'Quercus sp.', taxonRank: 'species' },
    { id: 'sv', scientificName: 'Quercus brutia', taxonomicStatus: 'synonym', acceptedNameUsageID: 'v' },
  ].map((row) => ({ family: 'Fagaceae', ...row }));
  const { trees, passedOver } = read(t, rows);
  assert.deepEqual(
    trees.map(({ slug }) => slug),
    ['quercus-robur', 'quercus-alba'],
  );
  const messages = passedOver.filter(({ file }) => file === 'taxon.txt').map(({ message }) => message);
  assert.ok(
    messages.includes('Rows of the rank genus are no trees and were left out. In all: 2.'),
    messages.join('\n'),
  );
  assert.ok(
    messages.some((message) => /rank subspecies were left out: .*--where rank=species\|subspecies/.test(message)),
  );
  assert.ok(messages.some((message) => /Other names are of rows that were left out/.test(message)));
  const chosen = read(t, rows, [], { choice: readChoice('rank=species|subspecies') });
  assert.deepEqual(chosen.trees.map(({ slug, synonyms }) => [slug, synonyms.length])[1], [
    'quercus-robur-subsp-robur',
    1,
  ]);
});

test('a family is found above the row; names that are none yet are trees; homonyms have slugs of their own', (t) => {
  const { trees, errors } = read(t, [
    { id: 'f', scientificName: 'Fagaceae', taxonRank: 'family' },
    { id: 'g', scientificName: 'Quercus', taxonRank: 'genus', parentNameUsageID: 'f' },
    { id: 't1', scientificName: 'Quercus robur', taxonRank: 'species', parentNameUsageID: 'g' },
    {
      id: 't2',
      scientificName: 'Xyris sp. 1',
      taxonRank: 'species',
      higherClassification: 'Plantae|Poales|Xyridaceae|Xyris',
    },
    { id: 't4', scientificName: 'Acacia nilotica', scientificNameAuthorship: 'Mill.', family: 'Fabaceae' },
    { id: 't3', scientificName: 'Acacia nilotica', scientificNameAuthorship: '(L.) Delile', family: 'Fabaceae' },
  ]);
  assert.deepEqual(errors, []);
  assert.deepEqual(
    trees.map(({ slug, family }) => [slug, family]),
    [
      ['quercus-robur', 'Fagaceae'],
      ['xyris-sp-1', 'Xyridaceae'],
      ['acacia-nilotica-mill', 'Fabaceae'],
      ['acacia-nilotica', 'Fabaceae'],
    ],
  );
});

test('an identifier given twice, a row without a name and one without a family are errors on their rows', (t) => {
  const { errors, tally } = read(t, [
    oak(),
    oak({ scientificName: 'Quercus alba' }),
    { id: 'x', family: 'Fagaceae' },
    { id: 'y', scientificName: 'Ceiba pentandra' },
  ]);
  assert.deepEqual(seen(errors), [
    'duplicate-id taxon.txt 2 taxonID',
    'missing-field taxon.txt 3 scientificName',
    'missing-field taxon.txt 4 family',
  ]);
  assert.match(errors[0].message, /“t1” is already that of row 1/);
  assert.deepEqual([tally.read, tally.refused], [4, 3]);
});

test('terms that nobody knows are attributes; a whole archive has title, licence and citation', (t) => {
  const eml = `<eml:eml xmlns:eml="x"><dataset><title>Flora &amp; trees</title><language>eng</language>
    <intellectualRights><para>See <ulink url="https://creativecommons.org/licenses/by/4.0/"><citetitle>CC BY</citetitle></ulink></para></intellectualRights>
    </dataset><additionalMetadata><metadata><gbif><citation>Doe (2026). Flora.</citation></gbif></metadata></additionalMetadata></eml:eml>`;
  const row = oak({
    'http://example.org/bark': 'grey',
    'http://example.org/title': 'x',
    kingdom: 'Plantae',
    license: 'CC0',
  });
  const { trees, errors } = read(
    t,
    [row, oak({ id: 't2', scientificName: 'Quercus alba' })],
    [],
    {},
    { 'eml.xml': eml },
  );
  assert.deepEqual(errors, []);
  const whole = { datasetName: 'Flora & trees', bibliographicCitation: 'Doe (2026). Flora.' };
  assert.deepEqual(toDetail(trees[0], 'en').attributes, {
    ...{ bark: 'grey', 'dwca:http://example.org/title': 'x', kingdom: 'Plantae', license: 'CC0', taxonID: 't1' },
    ...whole,
  });
  const license = 'https://creativecommons.org/licenses/by/4.0/';
  assert.deepEqual(toDetail(trees[1], 'en').attributes, { taxonID: 't2', ...whole, license });
});

test('keeps a term of an unknown vocabulary as an attribute, even if a known term has the same name', (t) => {
  const { title, updatedAt, attributes } = onlyTree(t, [
    oak({ 'http://example.org/vernacularName': 'Roble', 'http://example.org/modified': '2020-01-31' }),
  ]);
  assert.equal(title, 'Quercus robur');
  assert.equal(updatedAt, null);
  assert.deepEqual(attributes, { taxonID: 't1', vernacularName: 'Roble', modified: '2020-01-31' });
});

test('vernacular names have their languages; the preferred one is the title', (t) => {
  const names = extension(
    'VernacularName',
    ['vernacularName', 'language', 'isPreferredName'],
    ['t1', 'Common oak', 'English', ''],
    ['t1', 'English oak', 'eng', 'true'],
    ['t1', 'Stieleiche', 'German', ''],
    ['t1', 'Roble', 'spa', '1'],
    ['t1', 'Dub', 'Klingonese', ''],
    ['nobody', 'X', 'en', ''],
  );
  const { trees, warnings } = read(t, [oak()], [names]);
  const en = toDetail(trees[0], 'en');
  assert.equal(en.title, 'English oak');
  assert.deepEqual(en.commonNames, [
    { name: 'Common oak', language: 'en' },
    { name: 'Stieleiche', language: 'de' },
    { name: 'Roble', language: 'es' },
    { name: 'Dub', language: 'en' },
  ]);
  assert.deepEqual(seen(warnings), [
    'doubtful-value vernacularname.txt 5 language',
    'unknown-id vernacularname.txt 6 coreid',
  ]);
});

test('places come by name or code; introduced is not native; categories are read with their place', (t) => {
  const terms = [
    'locality',
    'locationID',
    'countryCode',
    'occurrenceStatus',
    'establishmentMeans',
    'threatStatus',
    'eventDate',
  ];
  const rows = [
    ['t1', '', 'TDWG:80', '', '', 'native', '', ''],
    ['t1', '', 'TDWG:GUA', '', '', 'native', '', ''],
    ['t1', '', 'ISO:MX', '', '', '', '', ''],
    ['t1', '', 'TDWG:XXX', '', '', '', '', ''],
    ['t1', 'Java', '', '', '', 'Introduced', '', ''],
    ['t1', 'Fiji', '', '', 'doubtful', '', '', ''],
    ['t1', 'Peru', '', '', 'absent', '', '', ''],
    ['t1', '', '', 'CR', '', '', 'EN', ''],
    ['t1', 'Global', '', '', '', '', 'http://iucn.org/terms/threatStatus#VU', '2019'],
    ['t1', '', '', '', '', '', 'rare', ''],
  ];
  const { trees, warnings, passedOver } = read(t, [oak()], [extension('Distribution', terms, ...rows)]);
  const tree = toDetail(trees[0], 'en');
  assert.deepEqual(tree.distribution, ['Central America', 'Guatemala', 'Mexico', 'TDWG:XXX', 'Costa Rica']);
  assert.equal(tree.conservationStatus, 'VU');
  assert.deepEqual(tree.conservationAssessment, { year: 2019, criteria: null, scope: 'global' });
  assert.deepEqual(tree.attributes, {
    taxonID: 't1',
    introducedDistribution: ['Java'],
    doubtfulDistribution: ['Fiji'],
    regionalThreatStatus: ['EN (Costa Rica)'],
    threatStatus: 'rare',
  });
  assert.deepEqual(seen(warnings), [
    'doubtful-value distribution.txt 4 locationID',
    'bad-status distribution.txt 10 threatStatus',
  ]);
  assert.ok(passedOver.some(({ message }) => /where a taxon is not/.test(message)));
});

test('descriptions go by type and language: the longest stands, and plain months are seasons', (t) => {
  const rows = [
    ['t1', 'A much longer description of the tree.', 'general', 'en'],
    ['t1', 'Un árbol.', '', 'es'],
    ['t1', 'Ein Baum.', 'general', 'de'],
    ['t1', 'Lowland forest', 'habitat', 'en'],
    ['t1', 'March to May', 'flowering', 'en'],
    ['t1', 'Flowers in the rains', 'phenology', 'en'],
    ['t1', 'Fruiting: septiembre, octubre.', 'phenology', 'es'],
    ['t1', 'Timber', 'use', 'en'],
    ['t1', 'Tropical Africa', 'distribution', 'en'],
  ];
  const { trees, errors } = read(
    t,
    [oak()],
    [{ ...extension('Description', ['description', 'type', 'language'], ...rows), file: 'more.txt' }],
  );
  assert.deepEqual(errors, []);
  const [en, es] = [toDetail(trees[0], 'en'), toDetail(trees[0], 'es')];
  assert.deepEqual([en.description, es.description], ['A much longer description of the tree.', 'Un árbol.']);
  assert.deepEqual(
    [en.floweringSeason, en.fruitingSeason],
    [
      ['march', 'april', 'may'],
      ['september', 'october'],
    ],
  );
  assert.deepEqual(
    [en.uses, en.nativeRegion, en.attributes.habitat],
    [['Timber'], 'Tropical Africa', 'Lowland forest'],
  );
  assert.equal(en.attributes.phenology, 'Flowers in the rains');
  assert.deepEqual(en.attributes.otherDescriptions, [
    { language: 'en', type: 'general', text: 'A tree.' },
    { language: 'de', type: 'general', text: 'Ein Baum.' },
  ]);
});

test('months are read where nothing but months is told', () => {
  const months = (text: string) => [...(plainMonths(text) ?? [])].join(' ');
  assert.equal(months('November–January'), 'november december january');
  assert.equal(months('de marzo a mayo y julio'), 'march april may july');
  assert.equal(months('Mar., Apr. and 6'), 'march april june');
  assert.equal(months('all-year').split(' ').length, 12);
  for (const text of ['in spring', 'March, sometimes', 'early March', '', 'March to'])
    assert.equal(plainMonths(text), undefined, text);
});

test('profiles, measurements, media, references and identifiers are kept where they belong', (t) => {
  const tree = onlyTree(
    t,
    [oak({ id: 'wfo-0000586842' })],
    [
      extension(
        'SpeciesProfile',
        ['http://rs.gbif.org/terms/1.0/lifeForm', 'http://rs.gbif.org/terms/1.0/sizeInMillimeter'],
        ['wfo-0000586842', 'tree', '25000'],
      ),
      extension(
        'MeasurementOrFact',
        ['measurementType', 'measurementValue', 'measurementUnit'],
        ['wfo-0000586842', 'Height', '4000', 'cm'],
        ['wfo-0000586842', 'dbh', '2', 'm'],
      ),
      extension(
        'Multimedia',
        ['identifier', 'type', 'creator', 'license'],
        ['wfo-0000586842', 'https://x.org/a.jpg', 'StillImage', 'Doe', 'CC BY'],
        ['wfo-0000586842', 'https://x.org/a.mp3', 'Sound', '', ''],
      ),
      extension('Reference', ['bibliographicCitation'], ['wfo-0000586842', 'Doe (1999) Trees.']),
      extension(
        'Identifier',
        ['identifier', 'title'],
        ['wfo-0000586842', 'https://www.gbif.org/species/2878688', ''],
        ['wfo-0000586842', '32363', 'iucn'],
        ['wfo-0000586842', 'Q165145', 'Wikidata'],
      ),
    ],
  );
  assert.deepEqual([tree.maxHeight, tree.attributes.lifeForm], ['40 m', 'tree']);
  assert.deepEqual(tree.attributes.measurements, [{ type: 'dbh', value: '2', unit: 'm' }]);
  assert.deepEqual(tree.images, [{ url: 'https://x.org/a.jpg', creator: 'Doe', license: 'CC BY' }]);
  assert.deepEqual(tree.attributes.media, [{ url: 'https://x.org/a.mp3', type: 'Sound' }]);
  assert.deepEqual(tree.attributes.bibliography, ['Doe (1999) Trees.']);
  assert.deepEqual(tree.identifiers, {
    wfo: 'wfo-0000586842',
    ipni: null,
    gbif: '2878688',
    iucn: '32363',
    wikidata: 'Q165145',
  });
});

test('extensions, columns and files that are not read are named with their numbers', (t) => {
  const { passedOver } = read(
    t,
    [oak()],
    [
      extension('TypesAndSpecimen', ['typeStatus'], ['t1', 'holotype'], ['t1', 'isotype']),
      extension(
        'VernacularName',
        ['vernacularName', 'language', 'http://purl.org/dc/terms/source'],
        ['t1', 'Oak', 'en', 'Doe'],
      ),
    ],
    {},
    { 'notes.txt': 'x' },
  );
  const messages = passedOver.map(({ file, message }) => `${file}: ${message.split(';')[0]}`);
  assert.deepEqual(messages, [
    'notes.txt: meta.xml does not name it.',
    'typesandspecimen.txt: Rows of the kind TypesAndSpecimen are not read',
    'vernacularname.txt: Columns that are not read: source.',
  ]);
});

test('of a kind of finding the first hundred rows are named, and then how many more there are', (t) => {
  const lost = Array.from({ length: 250 }, (_, at) => ({
    id: `s${at}`,
    scientificName: `Quercus lost${'abcdefghij'[at % 10]}`,
    taxonomicStatus: 'synonym',
    acceptedNameUsageID: `x${at}`,
  }));
  const { warnings } = read(t, [oak(), ...lost]);
  const synonyms = warnings.filter(({ code }) => code === 'lost-synonym');
  assert.equal(synonyms.length, 101);
  assert.ok(synonyms.some(({ message }) => /There are 150 more rows/.test(message)));
});

test('rows are chosen by region and habit, which other files tell', (t) => {
  const rows = [oak(), oak({ id: 't2', scientificName: 'Quercus alba' })];
  const tables = [
    extension('SpeciesProfile', ['http://rs.gbif.org/terms/1.0/lifeForm'], ['t1', 'Shrub, tree'], ['t2', 'Herb']),
    extension('Distribution', ['locality'], ['t1', 'Costa Rica'], ['t2', 'Brazil']),
  ];
  for (const where of ['habit=Tree', 'region=costa-rica|Peru', 'genus=Quercus; habit=tree']) {
    const { trees, errors, tally } = read(t, rows, tables, { choice: readChoice(where) });
    assert.deepEqual([trees.map(({ slug }) => slug), errors, tally.read], [['quercus-robur'], [], 1], where);
  }
});

test('a whole archive without descriptions is told so, and how to give rules, without a word for each row', (t) => {
  const rows = Array.from({ length: 150 }, (_, at) => [
    `t${at}`,
    `Quercus ${'abcdefghij'[at % 10]}${'klmnopqrst'[Math.floor(at / 10) % 10]}us`,
    at < 120 ? 'Fagaceae' : '',
  ]);
  const core = { rowType: 'Taxon', terms: ['scientificName', 'family'], rows };
  const { errors, tally } = readAsArchive(t, archiveFiles([core]));
  assert.deepEqual(tally, { read: 150, trees: 0, drafts: 0, refused: 150 });
  const told = (field: string) => errors.filter((error) => error.field === field);
  assert.deepEqual([told('description').length, told('family').length, errors.length], [101, 30, 131]);
  assert.match(told('description')[1].message, /--defaults FILE/);
  assert.ok(errors.some(({ message }) => /There are 50 more rows/.test(message)));
});

test('chains beyond all measure are told, and take no longer than their rows', (t) => {
  const chain = Array.from({ length: 10_000 }, (_, at) => [`s${at}`, 'Quercus alba', 'synonym', `s${at + 1}`, '', '']);
  const parents = Array.from({ length: 10_000 }, (_, at) => [
    `p${at}`,
    `Quercus p${at}`,
    'accepted',
    '',
    `p${at + 1}`,
    '',
  ]);
  const terms = ['scientificName', 'taxonomicStatus', 'acceptedNameUsageID', 'parentNameUsageID', 'family'];
  const core = { rowType: 'Taxon', terms, rows: [...chain, ...parents] };
  const { warnings, errors } = readAsArchive(t, archiveFiles([core]));
  assert.equal(warnings.filter(({ code }) => code === 'lost-synonym').length, 151);
  assert.ok(errors.some(({ field, message }) => field === 'family' && /There are 9,900 more rows/.test(message)));
});
