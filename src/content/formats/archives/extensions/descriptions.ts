// Reads the extension Description: texts by kind and language, and the months that they name plainly.

import { isField, isTextName, TEXT_NAMES, TEXTS } from '../../../../domain/fields/fields.ts';
import { fold, isAllYear, MONTHS, type Month, parseMonth } from '../../../../domain/vocabulary.ts';
import { isOwnKey } from '../../../model/own-keys.ts';
import type { TableRow } from '../tables/row.ts';
import { detach } from '../taxa/detached-text.ts';
import type { Taxon } from '../taxa/taxon.ts';
import { type Extension, type ExtensionContext, languageOf, localeOf } from './extension.ts';

type Season = 'floweringSeason' | 'fruitingSeason';
type Texts = Taxon['texts']['en'];

/** By the kinds of a text that archives use, the field, or what else it tells. */
const MEANINGS = new Map(
  Object.entries({
    description:
      '|general|description|general description|abstract|summary|brief|morphology|diagnosis|diagnostic description|descripcion|resumen|taxonbiology',
    floweringSeason: 'flowering|flowering season|floracion|flowering time|flowering period|blooming',
    fruitingSeason: 'fruiting|fruiting season|fructificacion|fruiting time|fruiting period',
    phenology: 'phenology|fenologia|cyclicity|life cycle|season',
    body: 'full|long text|texto',
    uses: 'use|usos|uso',
    nativeRegion: 'distribution|distribucion|native range',
  }).flatMap(([meaning, kinds]) => kinds.split('|').map((kind) => [kind, meaning] as const)),
);

export const descriptions: Extension = {
  terms: ['description', 'type', 'language'],
  read(row, taxon, context) {
    const text = row.value('description');
    const kind = kindOf(row.value('type'));
    if (text === '') context.reports.passOver(row.place('description'), 'Rows have no text in them.');
    else if (!takeSeasons(row, taxon, kind, text)) takeText(row, taxon, kind, detach(text), context);
  },
};

/** The last part of an address, in small letters, words apart. */
function kindOf(type: string): string {
  const last = type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf('#')) + 1);
  return fold(last.replace(/(?<=[a-z])(?=[A-Z])/g, ' '));
}

/** Returns whether the text says nothing but months. */
function takeSeasons(row: TableRow, taxon: Taxon, kind: string, text: string): boolean {
  const meaning = MEANINGS.get(kind);
  if (meaning === 'floweringSeason' || meaning === 'fruitingSeason') return takeMonths(row, taxon, meaning, text);
  if (meaning !== 'phenology') return false;
  const sentences = text.split(/[.;\n]/).filter((sentence) => sentence.trim() !== '');
  const areTaken = sentences.map((sentence) => {
    const [word, ...rest] = sentence.trim().split(/[\s:]+/);
    const season = seasonOf(word);
    return season !== undefined && takeMonths(row, taxon, season, rest.join(' '));
  });
  return areTaken.every(Boolean);
}

function seasonOf(word: string): Season | undefined {
  if (/^(?:flower|bloom|flor)/i.test(word)) return 'floweringSeason';
  return /^fru[ic]t/i.test(word) ? 'fruitingSeason' : undefined;
}

const BETWEEN = / ?(?:[,;|/+&]|\band\b|\by\b|\be\b) ?/i;
const RANGE = / (?:to|a|until|hasta|through) | ?[-–—] ?/i;
const LEADING = /^(?:from|in|de|en|desde|entre|months?|mes(?:es)?) /i;

function takeMonths(row: TableRow, taxon: Taxon, season: Season, text: string): boolean {
  const months = plainMonths(text);
  if (!months) return false;
  const earlier = (taxon.facts.get(season)?.value ?? []) as Month[];
  const value = MONTHS.filter((each) => months.has(each) || earlier.includes(each));
  taxon.facts.set(season, { term: 'description', value });
  taxon.comesFrom(row, 'description');
  return true;
}

/** The months of “March to May, and July”; undefined if anything else is said. */
export function plainMonths(text: string): Set<Month> | undefined {
  if (text.length > 300) return undefined;
  const plain = text.trim().replace(/\s+/g, ' ').replace(/\.$/, '').replace(LEADING, '');
  if (isAllYear(plain)) return new Set(MONTHS);
  const months = new Set<Month>();
  for (const part of plain.split(BETWEEN)) {
    const named = part.split(RANGE).map((each) => parseMonth(each.replace('.', '')));
    const [first, last = first] = named;
    if (!first || !last || named.length > 2 || named.includes(undefined)) return undefined;
    const to = MONTHS.indexOf(last);
    for (let at = MONTHS.indexOf(first); ; at = (at + 1) % 12) {
      months.add(MONTHS[at]);
      if (at === to) break;
    }
  }
  return months;
}

function takeText(row: TableRow, taxon: Taxon, kind: string, text: string, context: ExtensionContext): void {
  const language = languageOf(row, context);
  const locale = localeOf(language);
  const type = kind || 'general';
  if (!locale) {
    taxon.addTo('otherDescriptions', { language, type, text });
    return;
  }
  const texts = taxon.texts[locale];
  taxon.comesFrom(row, 'description');
  const name = fieldOf(kind);
  const earlier = texts.get(name)?.value;
  const put = (value: string | string[]) => texts.set(name, { term: 'description', value });
  if (LISTS.has(name)) put([...((earlier ?? []) as string[]), text]);
  else if (name !== 'description') put(earlier ? `${earlier}\n\n${text}` : text);
  else {
    const shorter = putLonger(texts, text);
    if (shorter !== undefined) taxon.addTo('otherDescriptions', { language, type, text: shorter });
  }
}

const LISTS = new Set<string>(TEXT_NAMES.filter((name) => Array.isArray(TEXTS[name].type.none)));

/** The longest text is the description. Returns the shorter one of two that differ. */
function putLonger(texts: Texts, text: string): string | undefined {
  const earlier = texts.get('description')?.value as string | undefined;
  const [longer, shorter] = earlier !== undefined && earlier.length >= text.length ? [earlier, text] : [text, earlier];
  texts.set('description', { term: 'description', value: longer });
  return shorter === longer ? undefined : shorter;
}

/** The field or attribute that a kind of text is, such as `nativeRegion`, `toxicParts` or `biologyEcology`. */
function fieldOf(kind: string): string {
  const meaning = MEANINGS.get(kind);
  if (meaning && isTextName(meaning)) return meaning;
  const words = kind.split(/[^a-z0-9]+/).filter(Boolean);
  const name = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  const isFact = isField(name) && !isTextName(name);
  return name === '' || isFact || isOwnKey(name) ? `${name || 'other'}Description` : name;
}
