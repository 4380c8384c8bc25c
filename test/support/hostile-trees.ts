// Catalogues full of what breaks files: line breaks, quotes, separators, bars, formulas, leading zeros, odd names.

import fc from 'fast-check';
import { FIELDS, TEXT_NAMES, TEXTS } from '../../src/domain/fields/fields.ts';
import { isBlank, oddCharacterIn, trimmed } from '../../src/domain/text.ts';
import type { FamilyNames, Tree, TreeText } from '../../src/domain/tree.ts';
import { fold, LOCALES, MONTHS } from '../../src/domain/vocabulary.ts';
import { makeText, makeTree } from './trees.ts';

const PIECES = [
  ...['|', ',', ';', '"', '""', "'", '\n', '\r\n', '\r', '\t', ' ', '  ', '\\', '\\n', '{', '}', '[', ']', '.', '#'],
  ...[
    '=1+1',
    '=',
    '+',
    '-',
    '@SUM(A1)',
    "'=",
    '-5',
    '007',
    '0.50',
    '1e5',
    'true',
    'null',
    'json:',
    'json:1',
    'json:"',
    'text:',
    ';',
  ],
  ...['a', 'Oak', 'ñ', 'n\u0303', '😀', '\u00a0', '\ufeff', '\u2028', 'en', 'es', 'title.en', '__proto__'],
];

const anyText = fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }).map((pieces) => pieces.join(''));
const longText = anyText.filter((text) => !isBlank(text) && !oddCharacterIn(text));
const text = longText.map(trimmed).filter((each) => !isBlank(each));
const label = text.map((each) => trimmed(each.replace(/\s+/g, ' '))).filter((each) => !isBlank(each));
const unique = <T>(each: fc.Arbitrary<T>) =>
  fc.uniqueArray(each, { maxLength: 3, selector: (one) => JSON.stringify(one) });

/** Not a backslash alone: once V8 has read it as a key, it takes others such as "\n" for it (nodejs/node#63785). */
const key = fc
  .oneof(anyText, fc.constantFrom('en', 'es', 'fr', 'name', '1', '', ' x', 'slug', 'attributes'))
  .filter((name) => name !== '\\');
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(
      anyText,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(key, tie('json'), { maxKeys: 3 }),
  ),
}));
const value = json.map((each) => (isBlank(each) ? null : (JSON.parse(JSON.stringify(each)) as never)));
const list = fc.oneof(unique(text), fc.array(value, { maxLength: 3 }));

const isAttribute = (name: string) => !(name in FIELDS) && !['draft', '$schema'].includes(name);
const attributes = fc
  .dictionary(key.filter(isAttribute), json, { maxKeys: 3 })
  .map((each) => JSON.parse(JSON.stringify(each)));

const textOfTree = fc
  .record({
    title: text,
    description: text,
    body: fc.option(longText),
    bodyFormat: fc.constantFrom('markdown', 'mdx'),
    tags: unique(label),
    nativeRegion: value,
    maxHeight: value,
    toxicityLevel: value,
    uses: list,
    toxicParts: list,
    attributes,
  })
  .map((each) => makeText({ ...each, bodyFormat: each.body === null ? null : each.bodyFormat } as Partial<TreeText>));

/** As reading would have made it: what one language lacks and the other has is told in both. */
function shared(own: TreeText, other: TreeText | undefined): TreeText {
  if (!other) return own;
  const filled = TEXT_NAMES.filter((name) => TEXTS[name].isShared).map((name) => [name, own[name] ?? other[name]]);
  const attributesOfBoth = { ...own.attributes, ...other.attributes, ...own.attributes };
  return { ...own, ...Object.fromEntries(filled), attributes: attributesOfBoth };
}

const texts = fc
  .record({ en: textOfTree, es: textOfTree }, { requiredKeys: [] })
  .filter(({ en, es }) => en !== undefined || es !== undefined)
  .map((each): Tree['texts'] =>
    Object.fromEntries(
      LOCALES.flatMap((locale) => {
        const [own, other] = [each[locale], each[locale === 'en' ? 'es' : 'en']];
        return own ? [[locale, shared(own, other)]] : [];
      }),
    ),
  );

const register = fc.oneof(key, fc.constantFrom('tropicos', 'powo')).filter((name) => !oddCharacterIn(name));
const identifiers = fc
  .record({
    known: fc.record({ wfo: fc.option(label), gbif: fc.option(label) }),
    others: fc.dictionary(register, label),
  })
  .map(({ known, others }) => {
    const all = Object.entries({ wfo: known.wfo, ipni: null, gbif: known.gbif, iucn: null });
    return Object.fromEntries([...all, ...Object.entries(others)]) as Tree['identifiers'];
  });

const conservationAssessment = fc
  .record({
    year: fc.option(fc.integer({ min: 1900, max: 2099 })),
    criteria: fc.option(text),
    scope: fc.constantFrom(null, 'global', 'national', 'regional'),
  })
  .map((each) => (Object.values(each).every((part) => part === null) ? null : each));

const tree = fc
  .record({
    slug: fc.stringMatching(/^[a-z0-9]{1,3}(-[a-z0-9]{1,2})?$/),
    scientificName: text,
    family: label,
    conservationStatus: fc.constantFrom(null, 'LC', 'EN'),
    conservationAssessment,
    distribution: unique(label),
    floweringSeason: fc.subarray([...MONTHS]),
    synonyms: unique(text),
    commonNames: unique(fc.record({ name: text, language: fc.constantFrom('en', 'es', 'fr', 'pt-BR') })),
    formerSlugs: fc.uniqueArray(fc.stringMatching(/^old-[a-z0-9]{3,6}$/), { maxLength: 2 }),
    featuredImage: value,
    images: list,
    publishedAt: fc.constantFrom(null, '2025-01-01T00:00:00Z'),
    updatedAt: fc.constantFrom(null, '2026-01-11T12:30:00Z'),
    identifiers,
    texts,
  })
  .map((each) => makeTree(each as Partial<Tree>));

export const hostileCatalogues: fc.Arbitrary<{ trees: Tree[]; families: FamilyNames }> = fc
  .record({
    trees: fc.uniqueArray(tree, { selector: ({ slug }) => slug, minLength: 1, maxLength: 6 }),
    names: fc.array(fc.record({ en: text, es: text }, { requiredKeys: [] }), { maxLength: 3 }),
  })
  .map(({ trees, names }) => {
    const families = new Map(names.map((each, at) => [fold(trees[at % trees.length].family), each]));
    // It can lead to one tree only, and random words are often those that JavaScript has.
    const taken = new Set<string>();
    const isFree = (slug: string) => !taken.has(slug) && taken.add(slug);
    return { trees: trees.map((each) => ({ ...each, formerSlugs: each.formerSlugs.filter(isFree) })), families };
  });
