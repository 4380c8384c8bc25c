// Reads the extension Description: texts by kind and language, and the months that they name plainly.

import { isField, TEXT_NAMES, TEXTS, type TextName } from '../../../../domain/fields.ts';
import { fold, isAllYear, MONTHS, type Month, parseMonth } from '../../../../domain/vocabulary.ts';
import { isOwnKey } from '../../../model/own-keys.ts';
import type { TableRow } from '../tables/row.ts';
import { kept } from '../taxa/detached-text.ts';
import type { Taxon } from '../taxa/taxon.ts';
import { type Extension, type ExtensionContext, languageOf, localeOf } from './extension.ts';

const GENERAL = kinds(
  'general|description|general description|abstract|summary|brief|morphology|diagnosis|diagnostic description|descripcion|resumen|taxonbiology',
);
const FLOWERING = kinds('flowering|flowering season|floracion|flowering time|flowering period|blooming');
const FRUITING = kinds('fruiting|fruiting season|fructificacion|fruiting time|fruiting period');
const PHENOLOGY = kinds('phenology|fenologia|cyclicity|life cycle|season');
const OTHER_WORDS = new Map([
  ...['full', 'long text', 'texto'].map((word): [string, string] => [word, 'body']),
  ...['use', 'usos', 'uso'].map((word): [string, string] => [word, 'uses']),
  ...['distribution', 'distribucion', 'native range'].map((word): [string, string] => [word, 'nativeRegion']),
]);

function kinds(text: string): Set<string> {
  return new Set(text.split('|'));
}

export const descriptions: Extension = {
  terms: ['description', 'type', 'language'],
  read(row, taxon, context) {
    const text = row.value('description');
    if (text === '') {
      context.reports.passOver(row.place('description'), 'blank', () => `Rows have no text in them.`);
      return;
    }
    const kind = kindOf(row.value('type'));
    const isTold = takeSeasons(row, taxon, kind, text);
    if (!isTold) takeText(row, taxon, kind, kept(text), context);
  },
};

/** The last part of an address, in small letters, words apart. */
function kindOf(type: string): string {
  return fold(
    type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf('#')) + 1).replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
  );
}

/** Whether a text says nothing but months. */
function takeSeasons(row: TableRow, taxon: Taxon, kind: string, text: string): boolean {
  const season = FLOWERING.has(kind) ? 'floweringSeason' : FRUITING.has(kind) ? 'fruitingSeason' : undefined;
  if (season) return takeMonths(row, taxon, season, text);
  if (!PHENOLOGY.has(kind)) return false;
  const told = text.split(/[.;\n]/).map((sentence) => {
    const [word, ...rest] = sentence.trim().split(/[\s:]+/);
    const named = /^(?:flower|bloom|flor)/i.test(word)
      ? 'floweringSeason'
      : /^fru[ic]t/i.test(word)
        ? 'fruitingSeason'
        : undefined;
    return sentence.trim() === '' || (named !== undefined && takeMonths(row, taxon, named, rest.join(' ')));
  });
  return told.every(Boolean);
}

const BETWEEN = / ?(?:[,;|/+&]|\band\b|\by\b|\be\b) ?/i;
const RANGE = / (?:to|a|until|hasta|through) | ?[-–—] ?/i;
const LEADING = /^(?:from|in|de|en|desde|entre|months?|mes(?:es)?) /i;

function takeMonths(row: TableRow, taxon: Taxon, field: 'floweringSeason' | 'fruitingSeason', text: string): boolean {
  const months = plainMonths(text);
  if (!months) return false;
  const earlier = (taxon.facts.get(field)?.value ?? []) as Month[];
  taxon.facts.set(field, {
    term: 'description',
    value: MONTHS.filter((each) => months.has(each) || earlier.includes(each)),
  });
  taxon.comesFrom(row, 'description');
  return true;
}

/** The months of “March to May, and July”; undefined where anything else is said. */
export function plainMonths(text: string): Set<Month> | undefined {
  if (text.length > 300) return undefined;
  const plain = text.trim().replace(/\s+/g, ' ').replace(/\.$/, '').replace(LEADING, '');
  if (isAllYear(plain)) return new Set(MONTHS);
  const months = new Set<Month>();
  for (const part of plain.split(BETWEEN)) {
    const [first, last, ...others] = part.split(RANGE).map((each) => parseMonth(each.replace('.', '')));
    if (!first || others.length > 0 || (part.split(RANGE).length === 2 && !last)) return undefined;
    const [from, to] = [MONTHS.indexOf(first), MONTHS.indexOf(last ?? first)];
    for (let at = from; ; at = (at + 1) % 12) {
      months.add(MONTHS[at]);
      if (at === to) break;
    }
  }
  return months;
}

function takeText(row: TableRow, taxon: Taxon, kind: string, text: string, context: ExtensionContext): void {
  const tag = languageOf(row, context);
  const locale = localeOf(tag);
  if (!locale) {
    taxon.addTo('otherDescriptions', { language: tag, type: kind || 'general', text });
    return;
  }
  const texts = taxon.texts[locale];
  taxon.comesFrom(row, 'description');
  const name = fieldOf(kind);
  if (name === 'description') takeDescription(taxon, texts, text, tag, kind);
  else if (LISTS.has(name)) texts.set(name, { term: 'description', value: [...listIn(texts, name), text] });
  else {
    const earlier = texts.get(name)?.value;
    texts.set(name, { term: 'description', value: earlier ? `${earlier}\n\n${text}` : text });
  }
}

const LISTS = new Set<string>(TEXT_NAMES.filter((name) => Array.isArray(TEXTS[name].type.none)));

function listIn(texts: Taxon['texts']['en'], name: string): string[] {
  return (texts.get(name)?.value ?? []) as string[];
}

/** The longest one is the description; others are kept. */
function takeDescription(
  taxon: Taxon,
  texts: Taxon['texts']['en'],
  text: string,
  language: string,
  kind: string,
): void {
  const earlier = texts.get('description')?.value as string | undefined;
  const [longer, shorter] = earlier !== undefined && earlier.length >= text.length ? [earlier, text] : [text, earlier];
  texts.set('description', { term: 'description', value: longer });
  if (shorter !== undefined && shorter !== longer)
    taxon.addTo('otherDescriptions', { language, type: kind || 'general', text: shorter });
}

/** The field or attribute that a kind of text is, such as `nativeRegion`, `toxicParts` or `biologyEcology`. */
function fieldOf(kind: string): string {
  if (kind === '' || GENERAL.has(kind)) return 'description';
  const known = OTHER_WORDS.get(kind);
  if (known) return known;
  const words = kind.split(/[^a-z0-9]+/).filter(Boolean);
  const name = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  const isFact = isField(name) && !TEXT_NAMES.includes(name as TextName);
  return name === '' || isFact || isOwnKey(name) ? `${name || 'other'}Description` : name;
}
