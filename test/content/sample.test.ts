// The sample catalogue keeps its promises, as far as a machine can tell: what content/README.md lays down is held here.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Tree, TreeText } from '../../src/domain/tree.ts';
import { fold, LOCALES, type Locale, MONTH_NAMES, MONTHS, type Month } from '../../src/domain/vocabulary.ts';
import { readAll } from '../support/sources.ts';

const FOLDER = fileURLToPath(new URL('../../content', import.meta.url));
const sample = readAll(FOLDER);

const CONTINENTS = {
  Africa: /Africa/,
  Asia: /Asia|China|Siberia/,
  Europe: /Europe/,
  Oceania: /Australia|New Zealand|Pacific/,
  'North America': /U\.S\.A\.|Canada|Mexico/,
  'South America': /South America|Brazil/,
};

/** The regions of level 2 of the World Geographical Scheme for Recording Plant Distributions, continent by continent. */
const REGIONS = new Set([
  ...['Northern Europe', 'Middle Europe', 'Southwestern Europe', 'Southeastern Europe', 'Eastern Europe'],
  ...['Northern Africa', 'Macaronesia', 'West Tropical Africa', 'West-Central Tropical Africa'],
  ...['Northeast Tropical Africa', 'East Tropical Africa', 'South Tropical Africa', 'Southern Africa'],
  ...['Middle Atlantic Ocean', 'Western Indian Ocean'],
  ...['Siberia', 'Russian Far East', 'Middle Asia', 'Caucasus', 'Western Asia', 'Arabian Peninsula', 'China'],
  ...['Mongolia', 'Eastern Asia', 'Indian Subcontinent', 'Indo-China', 'Malesia', 'Papuasia'],
  ...['Australia', 'New Zealand'],
  ...['Southwestern Pacific', 'South-Central Pacific', 'Northwestern Pacific', 'North-Central Pacific'],
  ...['Subarctic America', 'Western Canada', 'Eastern Canada', 'Northwestern U.S.A.', 'North-Central U.S.A.'],
  ...['Northeastern U.S.A.', 'Southwestern U.S.A.', 'South-Central U.S.A.', 'Southeastern U.S.A.', 'Mexico'],
  ...['Central America', 'Caribbean', 'Northern South America', 'Western South America', 'Brazil'],
  ...['Southern South America', 'Subantarctic Islands', 'Antarctic Continent'],
]);

const HABITS = ['evergreen', 'semi-evergreen', 'deciduous'];

/** Each English tag and the Spanish one that says the same. */
const TAGS: Record<string, string> = {
  ...{ evergreen: 'perennifolio', 'semi-evergreen': 'semicaducifolio', deciduous: 'caducifolio' },
  ...{ conifer: 'conífera', palm: 'palmera', ancient: 'longevo', endemic: 'endémico', pioneer: 'pionero' },
  ...{ rainforest: 'selva húmeda', 'cloud-forest': 'bosque nuboso', 'dry-forest': 'bosque seco', savanna: 'sabana' },
  ...{ 'temperate-forest': 'bosque templado', boreal: 'boreal', mediterranean: 'mediterráneo', desert: 'desierto' },
  ...{ mountain: 'montaña', riparian: 'ribereño', coastal: 'costero', mangrove: 'manglar' },
  ...{ timber: 'maderable', fruit: 'frutal', nut: 'fruto seco', oil: 'oleaginoso', resin: 'resina', fibre: 'fibra' },
  ...{ 'essential-oil': 'aceite esencial', spice: 'especia', dye: 'tintóreo', medicinal: 'medicinal' },
  ...{ ornamental: 'ornamental', 'street-tree': 'arbolado urbano', shade: 'sombra', sacred: 'sagrado' },
  ...{ 'bee-friendly': 'melífero', 'bird-friendly': 'atrae aves', 'nitrogen-fixing': 'fijador de nitrógeno' },
  ...{ 'drought-tolerant': 'resistente a la sequía', 'fire-adapted': 'adaptado al fuego' },
};

const COLOURS =
  'verde|pardo|gris|rojo|amarillo|blanco|negro|azul|castaño|rosa|rosado|anaranjado|naranja|morado|púrpura';
const SHADES =
  'oscur|clar|azulad|rojiz|amarillent|grisáce|verdos|platead|parduzc|anaranjad|rosad|negruzc|violáce|blanquecin|dorad';

/** What neither language writes, as content/README.md chooses. */
const UNWANTED: Record<Locale, Record<string, RegExp>> = {
  en: {
    'a compass adjective without its hyphen': /(?<!Pacific )\b(?:north|south)(?:east|west)(?:ern)?\b/i,
    'American spelling':
      /\b(?:color(?:s|ed|ful)?|gray(?:ish)?|fibers?|centers?|(?:centi|milli|kilo)?meters?|harbors?|favorites?|flavors?|jewelry|odors?|molds?|plow(?:s|ed)?)\b/i,
  },
  es: {
    'India without its article': /(?<!\bla )\bIndia\b/i,
    'CITES without its article': /(?<!\b[Ll]a )\bCITES\b/,
    'a colour with a hyphen': new RegExp(`\\b(?:${COLOURS})-\\p{L}+`, 'iu'),
    'a compound colour that follows its noun': new RegExp(
      `\\b(?:${COLOURS}) (?:(?:${SHADES})(?:a|as|os)|pálid(?:a|as|os))(?!\\p{L})`,
      'iu',
    ),
    'a plural of the first of two colours': new RegExp(
      `\\b(?:verdes|pard[oa]s) (?:(?:${SHADES})|pálid)[oa]s?(?!\\p{L})`,
      'iu',
    ),
  },
};
/** Of these it is true that some have passed a thousand years; of the dragon tree, the text denies it. */
const MILLENNIAL = [
  'dracaena-draco',
  ...['adansonia-digitata', 'fitzroya-cupressoides', 'olea-europaea', 'pinus-longaeva', 'sequoia-sempervirens'],
  ...['sequoiadendron-giganteum', 'taxodium-distichum', 'taxodium-mucronatum'],
];

const FLOWERING = { en: /\b(?:flower|bloom|blossom)/i, es: /\bflor/i };
const FRUITING = {
  en: /\b(?:fruit|ripe|harvest|pods?\b|nuts?\b|seeds?\b|berries|acorns?\b|mast\b)/i,
  es: /\b(?:frut|madur|cosech|vaina|semilla|baya|nuez|nueces|bellota|hayuco)/i,
};

/** How many words make a phrase, and in how many trees one may stand. */
const PHRASE_WORDS = 8;
const MOST_OF_A_PHRASE = 3;

const MOST_OF_A_HEADING = 10;

/** What a block of Markdown begins with tells its kind; all else is prose. */
const KINDS = { heading: /^#/, list: /^(?:[-*]|\d+\.) /, table: /^\|/, quotation: /^>/, note: /^\[\^/ };

const textOf = (tree: Tree, locale: Locale): TreeText => tree.texts[locale] as TreeText;

const isLong = ({ body }: TreeText): boolean => (body ?? '').split(/\s+/).length >= 600;
const hasAny = (text: TreeText, ...names: (keyof TreeText)[]): boolean =>
  names.some((name) => [text[name] ?? []].flat().length > 0);
const isToxic = (tree: Tree): boolean =>
  hasAny(textOf(tree, 'en'), 'toxicityLevel', 'toxicParts', 'skinContactRisk', 'allergenRisk');

/** What the README counts. */
const COUNTED: Record<string, (tree: Tree) => boolean> = {
  'the authors of their name': (tree) => tree.scientificNameAuthorship !== null,
  'an IUCN category': (tree) => tree.conservationStatus !== null,
  'the year of the assessment': (tree) =>
    'conservationAssessment' in { ...textOf(tree, 'en').attributes, ...withoutNulls(tree) },
  'months of flowering': (tree) => tree.floweringSeason.length > 0,
  'months of fruiting': (tree) => tree.fruitingSeason.length > 0,
  'something on toxicity or allergy': isToxic,
  synonyms: (tree) => tree.synonyms.length > 0,
  'an elevation': (tree) => hasAny(textOf(tree, 'en'), 'elevation'),
  'a long text of 600 words and more': (tree) => isLong(textOf(tree, 'en')),
};

function withoutNulls(tree: Tree): Record<string, unknown> {
  return Object.fromEntries(Object.entries(tree).filter(([, value]) => value !== null));
}

/** All that is written in a language, field by field. */
function prose(tree: Tree, locale: Locale): Record<string, string> {
  const text = textOf(tree, locale);
  const { title, description, body, nativeRegion, uses, toxicParts, skinContactRisk, allergenRisk } = text;
  const fields = { title, description, body, nativeRegion, uses, toxicParts, skinContactRisk, allergenRisk };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value ?? ''].flat().join('. ')]));
}

/** What each tree and language gives: all of it is shown when a test fails. */
function found(look: (tree: Tree, locale: Locale) => Iterable<string>): string[] {
  return sample.trees.flatMap((tree) =>
    LOCALES.flatMap((locale) => Array.from(look(tree, locale), (what) => `${tree.slug}.${locale}: ${what}`)),
  );
}

const blocksOf = ({ body }: TreeText): string[] => (body ?? '').trim().split(/\n{2,}/);
const kindOf = (block: string): string => Object.entries(KINDS).find(([, begin]) => begin.test(block))?.[0] ?? 'prose';
const sentencesIn = (text: string): number => text.match(/[.!?](?=\s|$)/g)?.length ?? 0;

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?:;])\s+|\n+/);

/** The months that a sentence names. May, March and August are English words, too: only after a word that dates. */
function monthsIn(sentence: string, locale: Locale): Month[] {
  const names = locale === 'en' ? MONTHS.map((name) => name[0].toUpperCase() + name.slice(1)) : MONTH_NAMES.slice(12);
  return MONTHS.filter((_, at) => {
    const lead = locale === 'en' ? '(?:in|from|to|until|and|or|between|by|through|late|early|since|–|of|,)' : '\\S+';
    return new RegExp(`${lead} ?(?<!\\p{L})${names[at]}(?!\\p{L})`, 'u').test(sentence);
  });
}

test('it has neither errors nor warnings', () => {
  assert.deepEqual([sample.errors, sample.warnings], [[], []]);
});

test('it has at least 210 species of at least 75 families from all continents', () => {
  assert.ok(sample.trees.length >= 210, `${sample.trees.length} trees`);
  assert.ok(new Set(sample.trees.map(({ family }) => family)).size >= 75);
  for (const [continent, regions] of Object.entries(CONTINENTS)) {
    const there = sample.trees.filter(({ distribution }) => distribution.some((region) => regions.test(region)));
    assert.ok(there.length >= 15, `${continent} has ${there.length}`);
  }
});

test('its README counts what there is', () => {
  const readme = readFileSync(`${FOLDER}/README.md`, 'utf8');
  const families = new Set(sample.trees.map(({ family }) => family));
  const said = `${sample.trees.length} tree species of ${families.size} families`;
  assert.ok(readme.includes(said), said);
  const rows = Object.entries(COUNTED).map(([what, has]) => `| ${what} | ${sample.trees.filter(has).length} |`);
  const table = ['| what | trees that have it |', '| --- | --- |', ...rows].join('\n');
  assert.ok(readme.includes(table), `The table is now:\n${table}`);
});

test('each tree is described in both languages in 200 to 500 characters', () => {
  for (const { slug, texts } of sample.trees) {
    for (const [locale, text] of Object.entries(texts)) {
      const { length } = [...text.description];
      assert.ok(length >= 200 && length <= 500, `${slug} in ${locale}: ${length} characters`);
    }
    assert.deepEqual(Object.keys(texts).sort(), ['en', 'es'], slug);
  }
});

test('titles and descriptions are plain text', () => {
  for (const { slug, texts } of sample.trees) {
    for (const [locale, { title, description }] of Object.entries(texts)) {
      assert.doesNotMatch(`${title} ${description}`, /[*_`<>[\]#|]/, `${slug} in ${locale}`);
    }
  }
});

test('each family is spelt as in families.yaml, and has a common name in both languages there', () => {
  const vocabulary = Object.keys(parse(readFileSync(`${FOLDER}/families.yaml`, 'utf8')));
  for (const { slug, family } of sample.trees) {
    assert.ok(vocabulary.includes(family), `${slug} is of ${family}`);
    assert.deepEqual(Object.keys(sample.families.get(fold(family)) ?? {}).sort(), ['en', 'es'], family);
  }
});

test('each tree grows in regions of WGSRPD, level 2', () => {
  assert.equal(REGIONS.size, 52);
  const unknown = sample.trees.flatMap(({ slug, distribution }) =>
    distribution.filter((region) => !REGIONS.has(region)).map((region) => `${slug}: ${region}`),
  );
  assert.deepEqual(unknown, []);
  assert.deepEqual(
    sample.trees.filter(({ distribution }) => distribution.length === 0).map(({ slug }) => slug),
    [],
  );
});

test('each tag is known, and has its counterpart in the other language', () => {
  const wrong = sample.trees.flatMap((tree) => {
    const [en, es] = LOCALES.map((locale) => textOf(tree, locale).tags);
    const unknown = en.filter((tag) => !(tag in TAGS));
    const expected = en.map((tag) => TAGS[tag] ?? tag);
    const lacking = expected.filter((tag) => !es.includes(tag));
    const more = es.filter((tag) => !expected.includes(tag));
    return [
      ...unknown.map((tag) => `${tree.slug}: ${tag} is not in the table`),
      ...lacking.map((tag) => `${tree.slug}: ${tag} is lacking in Spanish`),
      ...more.map((tag) => `${tree.slug}: ${tag} is only in Spanish`),
    ];
  });
  assert.deepEqual(wrong, []);
});

test('each tree is tagged as evergreen, semi-evergreen or deciduous, and as one of them', () => {
  const others = sample.trees.filter(
    (tree) => textOf(tree, 'en').tags.filter((tag) => HABITS.includes(tag)).length !== 1,
  );
  assert.deepEqual(
    others.map(({ slug }) => slug),
    [],
  );
});

test('what a text says of months is not against the seasons', () => {
  const against = found((tree, locale) =>
    sentencesOf(`${textOf(tree, locale).description}\n${textOf(tree, locale).body ?? ''}`).flatMap((sentence) => {
      const seasons = [
        ...(FLOWERING[locale].test(sentence) ? [tree.floweringSeason] : []),
        ...(FRUITING[locale].test(sentence) ? [tree.fruitingSeason] : []),
      ];
      // A tree without months, or a sentence that is about neither, contradicts nothing.
      if (seasons.length === 0 || seasons.some((season) => season.length === 0)) return [];
      const season = seasons.flat();
      const other = monthsIn(sentence, locale).filter((month) => !season.includes(month));
      return other.length > 0 ? [`${other.join(', ')} in: ${sentence}`] : [];
    }),
  );
  assert.deepEqual(against, []);
});

test(`no ${PHRASE_WORDS} words in a row stand in more than ${MOST_OF_A_PHRASE} trees`, () => {
  const doubled = LOCALES.flatMap((locale) => {
    const trees = new Map<string, Set<string>>();
    for (const tree of sample.trees) {
      const { description, body } = textOf(tree, locale);
      for (const part of [description, ...(body ?? '').split(/\n+/)]) {
        const words = part.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? [];
        for (let at = 0; at + PHRASE_WORDS <= words.length; at++) {
          const phrase = words.slice(at, at + PHRASE_WORDS).join(' ');
          trees.set(phrase, (trees.get(phrase) ?? new Set()).add(tree.slug));
        }
      }
    }
    return Array.from(trees).filter(([, slugs]) => slugs.size > MOST_OF_A_PHRASE);
  });
  assert.deepEqual(
    doubled.map(([phrase, slugs]) => `${phrase}: ${Array.from(slugs).join(', ')}`),
    [],
  );
});

test('each language is written as the README chooses', () => {
  const unwanted = found((tree, locale) =>
    Object.entries(prose(tree, locale)).flatMap(([field, text]) =>
      Object.entries(UNWANTED[locale]).flatMap(([what, expression]) => {
        const hit = expression.exec(text);
        return hit ? [`${field} has ${what}: …${text.slice(Math.max(0, hit.index - 20), hit.index + 30)}…`] : [];
      }),
    ),
  );
  assert.deepEqual(unwanted, []);
});

test('only what has passed a thousand years is milenario', () => {
  const milenario = sample.trees.filter((tree) =>
    // A capital makes a name of it: the Drago Milenario of Icod is called so.
    Object.values(prose(tree, 'es')).some((text) => /\bmilenari/.test(text)),
  );
  assert.deepEqual(
    milenario.map(({ slug }) => slug).filter((slug) => !MILLENNIAL.includes(slug)),
    [],
  );
});

test('heights and elevations are written in one fashion in each language, and say the same in both', () => {
  const number = { en: String.raw`\d{1,3}(?:,\d{3})?`, es: String.raw`\d{1,4}` };
  const odd = found((tree, locale) => {
    const { maxHeight, elevation } = textOf(tree, locale);
    const range = new RegExp(`^${number[locale]}(?:–${number[locale]})? m$`);
    return [
      ...(/^\d{1,3} m$/.test(String(maxHeight)) ? [] : [`maxHeight is ${maxHeight}`]),
      ...(elevation === null || range.test(String(elevation)) ? [] : [`elevation is ${elevation}`]),
    ];
  });
  assert.deepEqual(odd, []);
  for (const tree of sample.trees) {
    const [en, es] = LOCALES.map((locale) => textOf(tree, locale));
    const facts = (text: TreeText) => [text.maxHeight, text.elevation].map((fact) => String(fact).replaceAll(',', ''));
    assert.deepEqual(facts(en), facts(es), tree.slug);
  }
});

test('at least 95 of 100 names have their authors', () => {
  const without = sample.trees.filter(({ scientificNameAuthorship }) => !scientificNameAuthorship);
  assert.ok(without.length <= sample.trees.length * 0.05, `${without.length} have none`);
});

test('at least 30 trees say what is toxic, and each of them in both languages', () => {
  const said = ({ toxicityLevel, toxicParts, skinContactRisk, allergenRisk }: TreeText) =>
    [toxicityLevel !== null, toxicParts.length > 0, skinContactRisk !== null, allergenRisk !== null] as const;
  const toxic = sample.trees.filter(isToxic);
  assert.ok(toxic.length >= 30, `${toxic.length} do`);
  const levels: Record<string, string> = { low: 'baja', moderate: 'moderada', high: 'alta' };
  for (const tree of toxic) {
    const [en, es] = LOCALES.map((locale) => textOf(tree, locale));
    assert.deepEqual(said(en), said(es), tree.slug);
    if (en.toxicityLevel !== null) assert.equal(levels[String(en.toxicityLevel)], es.toxicityLevel, tree.slug);
  }
});

test('no heading stands in more than ten trees', () => {
  for (const locale of LOCALES) {
    const headings = sample.trees.flatMap((tree) => textOf(tree, locale).body?.match(/^#+ .+$/gm) ?? []);
    const often = Object.entries(Object.groupBy(headings, (heading) => heading)).filter(
      ([, same]) => (same ?? []).length > MOST_OF_A_HEADING,
    );
    assert.deepEqual(
      often.map(([heading, same]) => `${heading}: ${same?.length}`),
      [],
    );
  }
});

test('both languages of a tree have the same shape', () => {
  const shape = (text: TreeText) => [sentencesIn(text.description), blocksOf(text).map(kindOf).join(' ')];
  for (const tree of sample.trees) assert.deepEqual(shape(textOf(tree, 'es')), shape(textOf(tree, 'en')), tree.slug);
});

test('texts vary: few have two headings with a paragraph each, at most half three sentences, and a dozen are long', () => {
  for (const locale of LOCALES) {
    const texts = sample.trees.map((tree) => textOf(tree, locale));
    const plain = texts.filter((text) => blocksOf(text).map(kindOf).join(' ') === 'heading prose heading prose');
    assert.ok(plain.length <= texts.length / 10, `${plain.length} of ${texts.length} have the same shape in ${locale}`);
    const triple = texts.filter(({ description }) => sentencesIn(description) === 3);
    assert.ok(triple.length <= texts.length / 2, `${triple.length} have three sentences in ${locale}`);
    const long = texts.filter(isLong);
    assert.ok(long.length >= 12, `${long.length} are long in ${locale}`);
  }
});
