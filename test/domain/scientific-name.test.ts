// Scientific names as people write them: what is read of each.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { otherGenders } from '../../src/domain/names/edit-distance.ts';
import { RANKS, SPECIAL } from '../../src/domain/names/name-words.ts';
import { canonicalName, parseScientificName } from '../../src/domain/names/scientific-name.ts';
import { often } from '../support/often.ts';

/** What is written, what is compared of it, and its authors. */
const NAMES: [string, string, string?][] = [
  ['Quercus robur', 'quercus robur'],
  ['Quercus robur L.', 'quercus robur', 'L.'],
  ['QUERCUS ROBUR L.', 'quercus robur', 'L.'],
  ['quercus robur', 'quercus robur'],
  ['Quercus Robur', 'quercus robur'],
  ['Quercus_robur', 'quercus robur'],
  ['  Quercus   robur  ', 'quercus robur'],
  ['[Quercus robur]', 'quercus robur'],
  ['"Quercus robur"', 'quercus robur'],
  ['Quercus robur L., 1753', 'quercus robur', 'L., 1753'],
  ['Quercus robur (1753)', 'quercus robur', '(1753)'],
  ['Ceiba pentandra (L.) Gaertn.', 'ceiba pentandra', '(L.) Gaertn.'],
  ['Picea smithiana (Wall.) Boiss.', 'picea smithiana', '(Wall.) Boiss.'],
  ['Abies spectabilis (D. Don) Mirb. ex Spach', 'abies spectabilis', '(D. Don) Mirb. ex Spach'],
  ['Cedrus deodara (Roxb. ex D.Don) G.Don', 'cedrus deodara', '(Roxb. ex D.Don) G.Don'],
  ['Taxus wallichiana Zucc. var. chinensis (Pilg.) Florin', 'taxus wallichiana chinensis', '(Pilg.) Florin'],
  ['Quercus robur subsp. pedunculiflora', 'quercus robur pedunculiflora'],
  ['Quercus robur subsp. pedunculiflora (K.Koch) Menitsky', 'quercus robur pedunculiflora', '(K.Koch) Menitsky'],
  ['Quercus robur ssp pedunculiflora', 'quercus robur pedunculiflora'],
  ['Quercus robur pedunculiflora', 'quercus robur pedunculiflora'],
  ['Pinus nigra subsp. laricio var. corsicana', 'pinus nigra corsicana'],
  ['Fagus sylvatica f. purpurea', 'fagus sylvatica purpurea'],
  ['Terminalia elliptica Hook. f. ex Brandis', 'terminalia elliptica', 'Hook. f. ex Brandis'],
  ['Cinnamomum verum L. f.', 'cinnamomum verum', 'L. f.'],
  ['Platanus × hispanica', 'platanus hispanica'],
  ['Platanus x hispanica', 'platanus hispanica'],
  ['Platanus X hispanica Mill. ex Münchh.', 'platanus hispanica', 'Mill. ex Münchh.'],
  ['Platanus ×hispanica', 'platanus hispanica'],
  ['× Cupressocyparis leylandii', 'cupressocyparis leylandii'],
  ['×Cupressocyparis leylandii', 'cupressocyparis leylandii'],
  ['Quercus (Lepidobalanus) robur', 'quercus robur'],
  ['Crataegus crus-galli L.', 'crataegus crus galli', 'L.'],
  ['Acer álbum', 'acer album'],
  ['Quercus sp.', 'quercus'],
  ['Quercus spp', 'quercus'],
  ['Quercus', 'quercus'],
  ['Quercus L.', 'quercus', 'L.'],
  ['Acer palmatum Thunb. ex Murray', 'acer palmatum', 'Thunb. ex Murray'],
  ['Pinus mugo Turra emend. Domin', 'pinus mugo', 'Turra emend. Domin'],
  ['Pinus nigra subsp.salzmannii (Dunal) Franco', 'pinus nigra salzmannii', '(Dunal) Franco'],
  ['Pinus nigra Var. Austriaca', 'pinus nigra austriaca'],
  ['Pinus nigra (var. austriaca (Höss) Asch.)', 'pinus nigra austriaca', '(Höss) Asch.'],
  ['Eucalyptus globulus F.Muell.', 'eucalyptus globulus', 'F.Muell.'],
  ['Quercus robur(L.)', 'quercus robur', '(L.)'],
  ['Quercus robur*', 'quercus robur'],
  ['Quercus ro\u0301bur', 'quercus robur'],
  ['Quer\u00adcus ro\u200cbur', 'quercus robur'],
  ['Inga vera dos Santos', 'inga vera', 'dos Santos'],
  ['Inga vera do Nascimento & Silva das Dores', 'inga vera', 'do Nascimento & Silva das Dores'],
  ['Inga vera (Suárez de los Ríos) ten Kate', 'inga vera', '(Suárez de los Ríos) ten Kate'],
  ['Inga vera ter Steege', 'inga vera', 'ter Steege'],
  ['Inga vera subsp. affinis Horn af Segerstad', 'inga vera affinis', 'Horn af Segerstad'],
  ['Inga vera van dem Busch', 'inga vera', 'van dem Busch'],
  ['Inga vera Font i Quer', 'inga vera', 'Font i Quer'],
  ['Inga vera v.d. Berg', 'inga vera', 'v.d. Berg'],
  ['Inga vera v d Berg', 'inga vera', 'v d Berg'],
  ["Inga vera 't Hart", 'inga vera', "'t Hart"],
  ['Inga vera L.’t Hart', 'inga vera', 'L.’t Hart'],
  ["Inga vera van't Hoff", 'inga vera', "van't Hoff"],
  ['Inga vera Amadon & duPont', 'inga vera', 'Amadon & duPont'],
  ["Inga vera d'Urv.", 'inga vera', "d'Urv."],
  ['Inga dos', 'inga dos'],
  ['Inga dos Pittier', 'inga dos', 'Pittier'],
  ['Inga vera Poir., pro parte', 'inga vera', 'Poir., pro parte'],
  ['Inga vera anon.', 'inga vera', 'anon.'],
  ["Solanum o'donellii", 'solanum odonellii'],
  ["Solanum O'donellii F.A.Barkley", 'solanum odonellii', 'F.A.Barkley'],
  ["SOLANUM O'DONELLII", 'solanum odonellii'],
  ["Solanum nigrum var. o'donellii", 'solanum nigrum odonellii'],
  ['Rubus fruticosus agamosp. discolor Weihe', 'rubus fruticosus discolor', 'Weihe'],
  ['Pinus nigra fm. stricta', 'pinus nigra stricta'],
  ['Uva-ursi cinerea (Howell) A. Heller', 'uvaursi cinerea', '(Howell) A. Heller'],
  ['Saxo-Fridericia aculeata Körn.', 'saxofridericia aculeata', 'Körn.'],
  ['Prunus (P.) avium', 'prunus avium'],
  ['Prunus (Cerasus) × avium L.', 'prunus avium', 'L.'],
  ['Quercus Speg.', 'quercus', 'Speg.'],
  ['Quercus Spegazzini, 1910', 'quercus', 'Spegazzini, 1910'],
  ['Quercus Spegazzini [1910]', 'quercus', 'Spegazzini [1910]'],
  ['Quercus Bonpland & Humboldt 1805', 'quercus', 'Bonpland & Humboldt 1805'],
  ["Quercus O'Donell", 'quercus', "O'Donell"],
  ['Quercus sect. Cerris', 'quercus'],
  ['Quercus sect Cerris', 'quercus'],
];

for (const [text, canonical, authorship = ''] of NAMES) {
  test(`${text} is ${canonical}${authorship && `, by ${authorship}`}`, () => {
    const name = parseScientificName(text);
    assert.ok(name);
    assert.deepEqual([canonicalName(name), name.authorship], [canonical, authorship]);
    assert.deepEqual([name.isDoubtful, name.isNarrower, name.isFormula], [false, false, false]);
  });
}

test('doubts, cultivars and crossings are told', () => {
  for (const text of [
    'Quercus cf. robur',
    'Quercus aff. robur',
    'cf. Quercus robur',
    'Quercus ? robur',
    '? Quercus robur',
    'Quercus robur?',
    'Quercus cf.robur',
    'Salix alba auct. non L.',
    'Sorbus aria f',
    'Sorbus aria var.',
    'Sorbus aria %',
    "Solanum nigrum janck'o-ckaisalla",
    'Pinus nigra var.δ.stricta',
    'QUERCUS ROBUR L. ET ALBA',
    'quercus robur, d. alba',
  ])
    assert.equal(parseScientificName(text)?.isDoubtful, true, text);
  for (const text of ["Acer palmatum 'Bloodgood'", 'Acer palmatum cv. Bloodgood'])
    assert.equal(parseScientificName(text)?.isNarrower, true, text);
  for (const text of ['Quercus robur × petraea', 'Quercus robur x Quercus petraea'])
    assert.equal(parseScientificName(text)?.isFormula, true, text);
});

test('where another name begins, what follows is told', () => {
  const followsIn = (text: string) => parseScientificName(text)?.also;
  assert.equal(followsIn('Quercus robur; Quercus alba L.'), 'Quercus alba L.');
  assert.equal(followsIn('Quercus robur L., Quercus alba'), 'Quercus alba');
  assert.equal(followsIn('Quercus robur & alba'), 'alba');
  for (const text of ['Quercus robur;', 'Quercus robur L. & Mill.', 'Quercus robur Hand.-Mazz.'])
    assert.equal(followsIn(text), undefined, text);
});

test('the rank is that of the last part', () => {
  const rankIn = (text: string) => parseScientificName(text)?.rank;
  assert.equal(rankIn('Pinus nigra subsp. laricio VAR.corsicana'), 'var');
  assert.equal(rankIn('Pinus nigra laricio'), undefined);
});

test('the name alone is as it was written', () => {
  const nameIn = (text: string) => parseScientificName(text)?.name;
  assert.equal(nameIn('Quercus robur subsp. pedunculiflora (K.Koch) Menitsky'), 'Quercus robur subsp. pedunculiflora');
  assert.equal(nameIn('Platanus × hispanica Mill. ex Münchh.'), 'Platanus × hispanica');
  assert.equal(nameIn('× Cupressocyparis leylandii (A.B.Jacks. & Dallim.) Dallim.'), '× Cupressocyparis leylandii');
});

test('what is no name of a plant is none', () => {
  for (const text of ['', ' ', '7', '-', '×', '?', 'Q.', '1234 robur', '...'])
    assert.equal(parseScientificName(text), undefined);
});

test('genders are known from their endings', () => {
  assert.deepEqual(otherGenders('pentandrum'), ['pentandrus', 'pentandra', 'pentander']);
  assert.deepEqual(otherGenders('orientalis'), ['orientale']);
  assert.deepEqual(otherGenders('niger'), ['nigra', 'nigrum']);
  assert.deepEqual(otherGenders('ma'), []);
});

const letters = (least: number, most: number) =>
  fc.stringMatching(new RegExp(`^[abcdeghilmnoprstu]{${least},${most}}$`)).map((word) => `${word}z`);
const genus = letters(3, 9).map((word) => word[0].toUpperCase() + word.slice(1));
const epithet = letters(3, 10);
const oddEpithet = fc.oneof(
  { weight: 3, arbitrary: epithet },
  epithet.map((word) => `o'${word}`),
  fc.tuple(epithet, epithet).map((words) => words.join('-')),
);
const rank = fc.constantFrom(...[...RANKS].flatMap((word) => [`${word}.`, word === 'f' ? 'f.' : word]));
const spaces = fc.constantFrom(' ', '  ', '\t', '_');

const PARTICLES = "de,da,do,dos,das,de los,del,della,degli,du,le,el,van,van der,von,v.d.,ten,ter,'t,af".split(',');
const particle = fc.constantFrom('', ...PARTICLES.map((each) => `${each} `));
const surname = letters(2, 8).map((word) => `${word[0].toUpperCase()}${word.slice(1)}k`);
const author = fc
  .tuple(
    fc.constantFrom('', '', 'J.', 'J.F.', 'A. B. '),
    fc.oneof(
      surname.map((word) => `${word}.`),
      surname.map((word) => `d'${word}`),
      surname.map((word) => `O'${word}`),
      fc.tuple(surname, surname).map((words) => words.join('-')),
      fc.tuple(particle, surname).map((words) => words.join('')),
    ),
    fc.constantFrom('', '', '', ' f.', ' bis'),
  )
  .map((parts) => parts.join(''));
const team = fc
  .tuple(author, fc.array(fc.tuple(fc.constantFrom(', ', ' & ', ' et ', ' ex ', ' in '), author), { maxLength: 2 }))
  .map(([first, others]) => first + others.map((each) => each.join('')).join(''));
const year = fc.constantFrom('', '', ', 1753', ' 1821');
const authors = fc.oneof(
  fc.constantFrom('', 'L.', '(L.) Gaertn.', 'Mill. ex Münchh.', 'Hook. f.', 'DC. & Benth.', 'L., 1753'),
  fc.tuple(team, year).map((parts) => parts.join('')),
  fc.tuple(team, team, year).map(([first, second, year]) => `(${first}) ${second}${year}`),
);
const sign = fc.constantFrom('', '', '× ', '×', 'x ');

test('a name with authors, ranks and hybrid signs is read as its canonical form', () => {
  const named = fc.record({ sign, genus, signOfEpithet: sign, epithet: oddEpithet, by: authors, space: spaces });
  const below = fc.option(fc.record({ rank, epithet: oddEpithet, by: authors }), { nil: undefined });
  fc.assert(
    fc.property(named, below, ({ sign, genus, signOfEpithet, epithet, by, space }, infra) => {
      const parts = [sign + genus, signOfEpithet + epithet, by, infra?.rank, infra?.epithet, infra?.by];
      const name = parseScientificName(parts.filter(Boolean).join(' ').replaceAll(' ', space));
      assert.ok(name);
      const canonical = [genus, epithet, infra?.epithet ?? ''].join(' ').trim().toLowerCase();
      assert.equal(canonicalName(name), canonical.replaceAll("'", '').replaceAll('-', ' '));
      assert.equal(name.authorship, infra ? infra.by : by);
      assert.deepEqual([name.isDoubtful, name.isNarrower, name.isFormula, name.also], [false, false, false, undefined]);
      assert.equal(name.rank, infra?.rank.replace('.', ''));
    }),
    { numRuns: often(500) },
  );
});

test('case tells nothing where there is but one', () => {
  fc.assert(
    fc.property(genus, epithet, (first, second) => {
      const canonical = `${first.toLowerCase()} ${second}`;
      for (const text of [canonical.toUpperCase(), canonical, `${canonical.toUpperCase()} L.`]) {
        const name = parseScientificName(text);
        assert.equal(name && canonicalName(name), canonical);
      }
    }),
  );
});

test('whatever is written, what is compared of a name is a name that is compared alike', () => {
  const pieces = fc.constantFrom(
    'Quercus',
    'robur',
    '×',
    'x',
    'cf.',
    'var.',
    'L.',
    '(',
    ')',
    '"',
    'ex',
    'sp.',
    '?',
    '-',
    'É',
  );
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(pieces, { maxLength: 8 }).map((each) => each.join(' ')),
  );
  fc.assert(
    fc.property(text, (written) => {
      const name = parseScientificName(written);
      if (!name) return;
      assert.equal(canonicalName(name), canonicalName(name).toLowerCase().trim());
      const again = parseScientificName(canonicalName({ ...name, infraspecific: undefined }));
      assert.equal(again?.genus, name.genus);
    }),
    { numRuns: 2000 },
  );
});

test('a text of a hundred thousand signs or words is read, which no run of tests waits for where each looks at all others', () => {
  for (const unit of [
    'cf. ',
    'var. ',
    'var. (',
    'f. ',
    '( ',
    '; ',
    '× ',
    'x ',
    'L. & ',
    'sensu ',
    "a'",
    "'t ",
    'dos ',
    'a-',
    '. ',
  ])
    assert.equal(parseScientificName(`Quercus robur ${unit.repeat(100_000)}`)?.epithet, 'robur', unit);
  assert.equal(parseScientificName(`Quercus Robur ${'& Alba '.repeat(100_000)}`)?.epithet, 'robur');
});

test('two words are read alike, whether that is seen at once or piece by piece', () => {
  const word = fc.oneof(
    fc.constantFrom(...SPECIAL, 's', 'lato', 'cv', 'nº', 'quercus'),
    fc.stringMatching(/^[a-z]{1,4}[0-9]?$/),
  );
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  fc.assert(
    fc.property(word, word, (genus, epithet) => {
      const pieces = parseScientificName(`${capital(genus)}  ${epithet}`);
      assert.deepEqual(parseScientificName(`${capital(genus)} ${epithet}`), pieces);
    }),
    { numRuns: often(2000) },
  );
});

test('a rank without a species before it is no part of the name, and makes it doubtful', () => {
  const below = fc.constantFrom('var.', 'subsp.', 'f.', 'L. var.', '(Lobatae) subsp.');
  fc.assert(
    fc.property(below, fc.constantFrom('alba', 'robur', 'alba Mill.'), (rank, rest) => {
      const { genus, epithet, infraspecific, name, isDoubtful } = parseScientificName(`Quercus ${rank} ${rest}`) ?? {};
      assert.deepEqual(
        { genus, epithet, infraspecific, name, isDoubtful },
        { genus: 'quercus', epithet: undefined, infraspecific: undefined, name: 'Quercus', isDoubtful: true },
      );
    }),
  );
});
