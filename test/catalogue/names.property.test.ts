// However a name is written, it is never sure of another tree than its tidy form.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { parseScientificName } from '../../src/domain/names/scientific-name.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { often } from '../support/often.ts';
import { readAll } from '../support/sources.ts';

const { trees } = readAll(fileURLToPath(new URL('../../content', import.meta.url)));
const catalogue = new Catalogue(openSnapshot(compile({ trees, families: new Map() })));

const SURE = ['accepted', 'synonym', 'commonName'];
const AUTHORS = [
  '',
  '',
  'L.',
  '(L.) Gaertn.',
  'Hook. f.',
  'Hook.f. & Thomson',
  'F.Muell.',
  'Mill. ex Münchh.',
  'L., 1753',
];
const MORE_AUTHORS = ["L'Hér.", 'de Candolle', 'Hand.-Mazz.', 'J.R.Forst. & G.Forst.', 'Marshall', 'Roxb. ex D.Don'];
const RANKS = ['subsp.', 'ssp.', 'var.', 'f.', 'forma', 'subvar.', 'nothovar.', ''];

const names = trees
  .flatMap(({ scientificName, synonyms }) => [scientificName, ...synonyms])
  .flatMap((text) => parseScientificName(text) ?? [])
  .filter(({ epithet }) => epithet !== undefined);
const withParts = names.filter(({ infraspecific }) => infraspecific !== undefined);
const capital = (word: string) => word[0].toUpperCase() + word.slice(1);

const author = fc.constantFrom(...AUTHORS, ...MORE_AUTHORS);
const part = fc.constantFrom(...names.flatMap(({ epithet, infraspecific }) => infraspecific ?? epithet ?? []), 'zzyzx');
const known = fc
  .constantFrom(...withParts)
  .map(({ genus, epithet, infraspecific }) => ({ genus, epithet, part: infraspecific }));
const other = fc.record({ name: fc.constantFrom(...names), part: fc.option(part, { nil: undefined }) });
const parts = fc.oneof(
  known,
  other.map(({ name: { genus, epithet }, part }) => ({ genus, epithet, part })),
);

/** A name in pieces, as a botanist would write it. */
const tidy = fc.record({ parts, rank: fc.constantFrom(...RANKS), first: author, second: author }).map((name) => {
  const { genus, epithet = '', part } = name.parts;
  const below = part === undefined ? [] : [name.rank, part, name.second];
  return [capital(genus), epithet, name.first, ...below].filter(Boolean);
});

const recase = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
  (text: string) => text.replace(/\p{L}+/gu, capital),
);
const enclose = fc.constantFrom(...['', '', '', '()', '[]', '{}', ',', ' ,', '.', '*'].map((each) => [...each]));
const join = fc.constantFrom(' ', ' ', '  ', '_', '\t', '\u00a0', ', ', ',');
const dot = fc.constantFrom('.', '.', '. ', ' .', ' . ');
const disorder = fc.array(fc.record({ recase, enclose, join, dot }), { minLength: 7, maxLength: 7 });

/** With dots, brackets and commas in places of their own, and in another case. */
function untidy(
  pieces: string[],
  changes: { recase: (text: string) => string; enclose: string[]; join: string; dot: string }[],
) {
  const [whole] = changes;
  const written = pieces.map((piece, at) => {
    const {
      recase,
      enclose: [open = '', close = ''],
      join,
      dot,
    } = changes[at + 1];
    const isAlone = close === '';
    const text = recase(piece).replace(/\. ?/g, dot).trimEnd();
    return `${isAlone ? '' : open}${text}${isAlone ? (at > 1 ? open : '') : close}${join}`;
  });
  return whole.recase(written.join('').replace(/\s$/, ''));
}

/** Blanks before a dot may be left out where a word follows. */
const squeezed = (text: string) => text.replaceAll('. ', '.');

test('case, brackets, commas and blanks around dots never make a name sure of another tree', () => {
  fc.assert(
    fc.property(tidy, disorder, fc.boolean(), (pieces, changes, isSqueezed) => {
      const plain = pieces.join(' ');
      const loose = untidy(pieces, changes);
      const written = isSqueezed ? squeezed(loose) : loose;
      const [expected, { status, tree }] = [catalogue.matchName(plain), catalogue.matchName(written)];
      const slug = (number: number | undefined) =>
        number === undefined ? 'none' : catalogue.snapshot.slugs.get(number);
      const isWrong = SURE.includes(status) && tree !== expected.tree;
      assert.ok(
        !isWrong,
        `“${written}” is ${status} ${slug(tree)}, “${plain}” is ${expected.status} ${slug(expected.tree)}`,
      );
    }),
    { numRuns: often(1_000, 50_000) },
  );
});

const between = fc.constantFrom(
  '; ',
  ';',
  ' / ',
  '/',
  ', ',
  ' | ',
  ' = ',
  ' & ',
  ' and ',
  ' et ',
  ' y ',
  ' non ',
  ' nec ',
  ' or ',
  ' - ',
  ' + ',
  ' (syn. ',
);

test('two names of different trees in one cell are never sure', () => {
  const name = fc.constantFrom(...names).map(({ genus, epithet }) => ({ genus: capital(genus), epithet }));
  fc.assert(
    fc.property(
      name,
      name,
      between,
      recase,
      fc.constantFrom('whole', 'short', 'epithet'),
      (one, two, link, recase, form) => {
        const genus = { whole: `${two.genus} `, short: `${two.genus[0]}. `, epithet: '' }[form];
        const written = recase(`${one.genus} ${one.epithet}${link}${genus}${two.epithet}`);
        const { status } = catalogue.matchName(written);
        const trees = [one, two].map(({ genus, epithet }) => catalogue.matchName(`${genus} ${epithet}`).tree);
        assert.ok(!SURE.includes(status) || trees[0] === trees[1], `“${written}” is ${status}`);
      },
    ),
    { numRuns: often(2_000) },
  );
});
