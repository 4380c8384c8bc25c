// Random histories of a source: rows and files that are edited, renamed, removed, added and doubled, in every format.

import fc from 'fast-check';
import { COSTA_RICA } from './maps.ts';
import { csv, oakPage } from './sources.ts';

export interface Entry {
  slug: string;
  scientificName: string;
  family: string;
  title: string;
  locales: string[];
  formerSlugs: string[];
  tags: string[];
  isDraft: boolean;
  /** What its family is called. */
  familyName?: string;
  /** Makes it warn. */
  hasMistypedKey: boolean;
}

export interface Edition {
  entries: Entry[];
  families: string | undefined;
  hasMap: boolean;
}

const KINDS = [
  ...['title', 'family', 'all of a family', 'language', 'tags', 'former slug', 'former slug of another', 'name'],
  ...['draft', 'rename', 'rename without trace', 'swap', 'moves', 'goes', 'new', 'twice', 'mistyped', 'family name'],
  ...['families', 'no families', 'map', 'nothing'],
] as const;

export interface Edit {
  kind: (typeof KINDS)[number];
  at: number;
  other: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({ kind: fc.constantFrom(...KINDS), at: fc.nat(999), other: fc.nat(999) });

export const editHistories: fc.Arbitrary<Edit[][]> = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 5,
});

function entryOf(number: number): Entry {
  return {
    slug: `tree-${number}`,
    scientificName: `Quercus q${number}`,
    family: ['Fagaceae', 'Ulmaceae', 'Pinaceae'][number % 3],
    title: `Tree ${number}`,
    locales: number % 4 === 0 ? ['en'] : ['en', 'es'],
    formerSlugs: [],
    tags: ['shade'],
    isDraft: false,
    hasMistypedKey: number % 5 === 0,
  };
}

export function firstEdition(count: number): Edition {
  return { entries: Array.from({ length: count }, (_, number) => entryOf(number)), families: undefined, hasMap: false };
}

export function editedEdition(edition: Edition, { kind, at, other }: Edit): Edition {
  const { entries } = edition;
  if (entries.length === 0) return firstEdition(4);
  const [from, to] = [at % entries.length, other % entries.length];
  const entry = entries[from];
  const replaced = (more: Partial<Entry>) => ({ ...edition, entries: entries.with(from, { ...entry, ...more }) });
  const isNew = `new-${other}`;
  switch (kind) {
    case 'title':
      return replaced({ title: `Title ${other}` });
    case 'family':
      return replaced({ family: ['Fagaceae', 'fagaceae', 'Rosaceae'][other % 3] });
    case 'all of a family': {
      const renamed = (each: Entry) =>
        each.family === entry.family ? { ...each, family: `Family-${other % 3}` } : each;
      return { ...edition, entries: entries.map(renamed) };
    }
    case 'language':
      return replaced({ locales: [['en'], ['es'], ['en', 'es']][other % 3] });
    case 'tags':
      return replaced({ tags: [['Shade'], ['shade', 'street'], []][other % 3] });
    case 'former slug':
      return replaced({ formerSlugs: [...new Set([...entry.formerSlugs, `old-${other % 5}`])] });
    case 'former slug of another':
      return replaced({ formerSlugs: [entries[to].slug] });
    case 'name':
      return replaced({ scientificName: entries[to].scientificName });
    case 'draft':
      return replaced({ isDraft: !entry.isDraft });
    case 'rename':
      return replaced({ slug: isNew, formerSlugs: [...entry.formerSlugs, entry.slug] });
    case 'rename without trace':
      return replaced({ slug: isNew });
    case 'swap': {
      const swapped = entries.with(from, { ...entry, slug: entries[to].slug });
      return { ...edition, entries: swapped.with(to, { ...entries[to], slug: entry.slug }) };
    }
    case 'moves':
      return { ...edition, entries: entries.toSpliced(from, 1).toSpliced(to, 0, entry) };
    case 'goes':
      return { ...edition, entries: entries.toSpliced(from, 1) };
    case 'new':
      return { ...edition, entries: entries.toSpliced(from, 0, { ...entryOf(other), slug: isNew }) };
    case 'twice':
      return { ...edition, entries: entries.toSpliced(to, 0, entry) };
    case 'mistyped':
      return replaced({ hasMistypedKey: !entry.hasMistypedKey });
    case 'family name':
      return replaced({ familyName: `Name ${other % 3}` });
    case 'families':
      return { ...edition, families: `${entry.family}: { en: Name ${other % 3}, es: Nombre }\nOthers: { en: None }\n` };
    case 'no families':
      return { ...edition, families: undefined };
    case 'map':
      return { ...edition, hasMap: !edition.hasMap };
    case 'nothing':
      return edition;
  }
}

type Row = Record<string, unknown>;

function rowOf(entry: Entry): Row {
  const { slug, scientificName, family, title, locales, formerSlugs, tags, isDraft, familyName, hasMistypedKey } =
    entry;
  const texts = locales.map((locale) => ({
    [`title.${locale}`]: title,
    [`description.${locale}`]: `The ${title}.`,
    [`tags.${locale}`]: tags,
  }));
  return {
    ...{ slug, scientificName, family, formerSlugs, distribution: ['Guanacaste'] },
    ...Object.assign({}, ...texts),
    ...(isDraft && { draft: true }),
    ...(familyName && { 'family.commonName.en': familyName }),
    ...(hasMistypedKey && { tilte: 'x' }),
  };
}

const COLUMNS = [
  'slug',
  'scientificName',
  'family',
  'formerSlugs',
  'distribution',
  'draft',
  'family.commonName.en',
  'tilte',
].concat(['en', 'es'].flatMap((locale) => [`title.${locale}`, `description.${locale}`, `tags.${locale}`]));
const cell = (value: unknown) => [value ?? ''].flat().join('|');

function pagesOf(entries: Entry[]): Record<string, string> {
  const pages: Record<string, string> = {};
  for (const [index, entry] of entries.entries()) {
    const { slug, scientificName, family, title, locales, formerSlugs, tags, isDraft, hasMistypedKey } = entry;
    for (const locale of locales) {
      const path = `${locale}/${slug}.md`;
      pages[path in pages ? `again-${index}/${path}` : path] = oakPage({
        ...{ title, scientificName, family, tags, distribution: ['Guanacaste'] },
        ...(formerSlugs.length > 0 && { formerSlugs }),
        ...(isDraft && { draft: true }),
        ...(hasMistypedKey && { tilte: 'x' }),
      });
    }
  }
  return pages;
}

/** By what the source is called in its folder. */
export const SOURCE_FORMATS: Record<string, (entries: Entry[]) => Record<string, string>> = {
  '': pagesOf,
  'trees.csv': (entries) => ({
    'trees.csv': csv([COLUMNS, ...entries.map(rowOf).map((row) => COLUMNS.map((name) => cell(row[name])))]),
  }),
  'trees.json': (entries) => ({ 'trees.json': JSON.stringify(entries.map(rowOf), null, 1) }),
  'trees.ndjson': (entries) => ({
    'trees.ndjson': entries.map((entry) => JSON.stringify(rowOf(entry))).join('\n'),
  }),
};

export function filesOf(name: string, { entries, families, hasMap }: Edition): Record<string, string> {
  return {
    ...SOURCE_FORMATS[name](entries),
    ...(families !== undefined && { 'families.yaml': families }),
    ...(hasMap && { 'regions.geojson': COSTA_RICA }),
  };
}
