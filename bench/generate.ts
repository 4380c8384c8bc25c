// In charge of a catalogue of any size that never changes: the same number gives the same trees.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Tree, TreeText } from '../src/domain/tree.ts';
import { CONSERVATION_STATUSES, MONTHS } from '../src/domain/vocabulary.ts';
import { makeText, makeTree } from '../test/support/trees.ts';
import { random } from './random.ts';

const FAMILIES = 300;
const DESCRIPTION_WORDS = 45;

const SYLLABLES =
  'ba ce di fo gu la me ni po ru sa te vi xo zu bra cle dri flo gra mar nel pin qui ros sil tan vel yor zan'.split(' ');

function inventWord(next: () => number): string {
  const length = 2 + Math.floor(next() * 3);
  return Array.from({ length }, () => SYLLABLES[Math.floor(next() * SYLLABLES.length)]).join('');
}

function inventWords(count: number, next: () => number): string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(inventWord(next));
  return [...found];
}

function capitalised(word: string): string {
  return word[0].toUpperCase() + word.slice(1);
}

/** Natural language has few common words and many rare ones; squaring the chance does the same here. */
function pickCommon<T>(values: readonly T[], next: () => number): T {
  return values[Math.floor(next() ** 2 * values.length)];
}

function pickSome<T>(values: readonly T[], most: number, next: () => number): T[] {
  const count = Math.floor(next() * (most + 1));
  return [...new Set(Array.from({ length: count }, () => pickCommon(values, next)))];
}

function season(next: () => number): Tree['floweringSeason'] {
  const first = Math.floor(next() * 12);
  const length = Math.floor(next() * 5);
  return MONTHS.filter((_, month) => (month - first + 12) % 12 < length);
}

export function* generateTrees(count: number): Generator<Tree> {
  const next = random(20261115);
  const families = inventWords(FAMILIES, next).map((word) => `${capitalised(word)}aceae`);
  const genera = inventWords(Math.max(10, Math.ceil(count / 20)), next).map((word) => ({
    name: capitalised(word),
    family: pickCommon(families, next),
  }));
  const epithets = inventWords(5_000, next);
  const regions = inventWords(400, next).map(capitalised);
  const vocabularies = { en: inventWords(6_000, next), es: inventWords(6_000, next).map((word) => `${word}ñó`) };
  const tags = { en: inventWords(60, next), es: inventWords(60, next).map((word) => `${word}é`) };

  const nextName = random(20261116);
  const inventName = (locale: 'en' | 'es') => ({
    name: capitalised(`${pickCommon(vocabularies[locale], nextName)} ${pickCommon(vocabularies[locale], nextName)}`),
    language: locale,
  });

  for (let number = 0; number < count; number++) {
    const genus = pickCommon(genera, next);
    const scientificName = `${genus.name} ${pickCommon(epithets, next)}${number.toString(36)}`;
    const text = (locale: 'en' | 'es'): TreeText => {
      const words = (length: number) => Array.from({ length }, () => pickCommon(vocabularies[locale], next)).join(' ');
      return makeText({
        title: capitalised(words(2)),
        description: `${capitalised(words(DESCRIPTION_WORDS))}.`,
        body: `## ${capitalised(words(2))}\n\n${capitalised(words(40))}.`,
        bodyFormat: 'markdown',
        tags: pickSome(tags[locale], 5, next),
        uses: pickSome(vocabularies[locale], 3, next),
        maxHeight: `${5 + Math.floor(next() * 60)} m`,
      });
    };
    yield makeTree({
      slug: scientificName.toLowerCase().replace(' ', '-'),
      scientificName,
      family: genus.family,
      synonyms: [0, 1].map((which) => {
        const epithet = `${pickCommon(epithets, nextName)}${(number * 2 + which).toString(36)}`;
        return `${pickCommon(genera, nextName).name} ${epithet}um`;
      }),
      commonNames: (['en', 'en', 'es', 'es'] as const).map(inventName),
      conservationStatus:
        next() < 0.3 ? null : CONSERVATION_STATUSES[Math.floor(next() * CONSERVATION_STATUSES.length)],
      distribution: pickSome(regions, 6, next),
      floweringSeason: season(next),
      fruitingSeason: season(next),
      updatedAt: `202${Math.floor(next() * 7)}-0${1 + Math.floor(next() * 9)}-1${Math.floor(next() * 10)}T00:00:00Z`,
      identifiers: { wfo: `wfo-${String(number).padStart(10, '0')}`, ipni: null, gbif: null, iucn: null },
      texts: { en: text('en'), es: text('es') },
    });
  }
}

/** The tree as a row of a source. */
function toRow({ texts, ...facts }: Tree): object {
  const localised = Object.entries(texts).flatMap(([locale, text]) =>
    Object.entries(text).map(([field, value]): [string, unknown] => [`${field}.${locale}`, value]),
  );
  return { ...facts, ...Object.fromEntries(localised.filter(([field]) => !field.startsWith('attributes'))) };
}

export async function writeNdjson(count: number, path: string): Promise<void> {
  const file = createWriteStream(path);
  for (const tree of generateTrees(count)) {
    if (!file.write(`${JSON.stringify(toRow(tree))}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , count = '73300', path = 'trees.ndjson'] = process.argv;
  await writeNdjson(Number(count), path);
}
