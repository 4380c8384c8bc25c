// The sample catalogue keeps its promises, as far as a machine can tell: what content/README.md lays down is held here.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { readSource } from '../../src/content/read.ts';
import type { Tree, TreeText } from '../../src/domain/tree.ts';
import { fold, LOCALES, type Locale, MONTH_NAMES, MONTHS, type Month } from '../../src/domain/vocabulary.ts';

const FOLDER = fileURLToPath(new URL('../../content', import.meta.url));
const sample = readSource(FOLDER, 'en');

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

const COLOURS = 'verde|pardo|gris|rojo|amarillo|blanco|negro|azul|castaño|rosa|rosado|anaranjado|naranja|morado|púrpura';
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
    'CITES without its article': /(?<!\bla )\bCITES\b/,
    'a colour with a hyphen': new RegExp(`\\b(?:${COLOURS})-\\p{L}+`, 'iu'),
    'a compound colour that follows its noun': new RegExp(
      `\\b(?:${COLOURS}) (?:(?:${SHADES})(?:a|as|os)|pálid(?:a|as|os))(?!\\p{L})`,
      'iu',
    ),
    'a plural of the first of two colours': new RegExp(
      `\\b(?:verdes|pard[oa]s|grises) (?:(?:${SHADES})|pálid)[oa]s?(?!\\p{L})`,
      'iu',
    ),
  },
};
/** Of these trees it is true: they have passed a thousand years. */
const MILLENNIAL = /^(?!)$/;

const FLOWERING = { en: /\b(?:flower|bloom|blossom)/i, es: /(?:\bflor|\bflorec|floración)/i };
const FRUITING = {
  en: /\b(?:fruit|ripe|harvest|pods?\b|nuts?\b|seeds?\b|berries|cones?\b)/i,
  es: /\b(?:frut|madur|cosech|vaina|semilla|baya|piña)/i,
};

/** How many words make a phrase, and in how many trees one may stand. */
const PHRASE_WORDS = 8;
const MOST_OF_A_PHRASE = 3;

const textOf = (tree: Tree, locale: Locale): TreeText => tree.texts[locale] as TreeText;

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

test('its README counts the trees and families that there are', () => {
  const readme = readFileSync(`${FOLDER}/README.md`, 'utf8');
  const families = new Set(sample.trees.map(({ family }) => family));
  assert.ok(readme.includes(`${sample.trees.length} tree species of ${families.size} families`));
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
    Object.values({ ...prose(tree, 'es'), tags: textOf(tree, 'es').tags.join() }).some((text) =>
      /\bmilenari/i.test(text),
    ),
  );
  assert.deepEqual(
    milenario.map(({ slug }) => slug).filter((slug) => !MILLENNIAL.test(slug)),
    [],
  );
});

test('heights and elevations are written in one fashion in each language, and say the same in both', () => {
  const number = { en: String.raw`\d{1,3}(?:,\d{3})?`, es: String.raw`\d{1,4}` };
  const odd = found((tree, locale) => {
    const { maxHeight, elevation } = textOf(tree, locale);
    const range = new RegExp(`^${number[locale]}–${number[locale]} m$`);
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
  const toxic = sample.trees.filter((tree) => said(textOf(tree, 'en')).includes(true));
  assert.ok(toxic.length >= 30, `${toxic.length} do`);
  const levels: Record<string, string> = { low: 'baja', moderate: 'moderada', high: 'alta' };
  for (const tree of toxic) {
    const [en, es] = LOCALES.map((locale) => textOf(tree, locale));
    assert.deepEqual(said(en), said(es), tree.slug);
    if (en.toxicityLevel !== null) assert.equal(levels[String(en.toxicityLevel)], es.toxicityLevel, tree.slug);
  }
});
