// Defines the words that content and requests share: locales, months and IUCN categories; and folds spellings, so that
// equal words compare equal.

export const API_PREFIX = '/api/v1';

export const LOCALES = ['en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];

export function isLocale(value: unknown): value is Locale {
  return value === 'en' || value === 'es';
}

const SPANISH_MONTHS = {
  january: 'enero',
  february: 'febrero',
  march: 'marzo',
  april: 'abril',
  may: 'mayo',
  june: 'junio',
  july: 'julio',
  august: 'agosto',
  september: 'septiembre',
  october: 'octubre',
  november: 'noviembre',
  december: 'diciembre',
};
export type Month = keyof typeof SPANISH_MONTHS;
export const MONTHS = Object.keys(SPANISH_MONTHS) as readonly Month[];

export const MONTH_NAMES: readonly string[] = [...MONTHS, ...Object.values(SPANISH_MONTHS)];

export function monthIn(month: Month, locale: Locale): string {
  return locale === 'es' ? SPANISH_MONTHS[month] : month;
}

/** From the most threatened to the least known, in the order of the Red List. */
export const CONSERVATION_STATUSES = ['EX', 'EW', 'CR', 'EN', 'VU', 'NT', 'LC', 'DD', 'NE'] as const;
export type ConservationStatus = (typeof CONSERVATION_STATUSES)[number];

export function isThreatened(status: ConservationStatus): boolean {
  return status === 'CR' || status === 'EN' || status === 'VU';
}

/** Whether enough is known to say if it is threatened. */
export function isAssessed(status: ConservationStatus): boolean {
  return status !== 'DD' && status !== 'NE';
}

const CONSERVATION_STATUS_NAMES: Record<ConservationStatus, string[]> = {
  EX: ['Extinct', 'Extinto', 'Extinta', 'Extinguido'],
  EW: ['Extinct in the Wild', 'Extinto en estado silvestre', 'Extinta en estado silvestre', 'Extinto en la naturaleza'],
  CR: ['Critically Endangered', 'En peligro crítico', 'Peligro crítico', 'En peligro crítico de extinción'],
  EN: ['Endangered', 'En peligro', 'En peligro de extinción'],
  VU: ['Vulnerable'],
  NT: ['Near Threatened', 'Casi amenazado', 'Casi amenazada'],
  LC: ['Least Concern', 'Preocupación menor'],
  DD: ['Data Deficient', 'Datos insuficientes', 'Datos deficientes'],
  NE: ['Not Evaluated', 'No evaluado', 'No evaluada'],
};

export const CONSERVATION_STATUS_TITLES = Object.fromEntries(
  CONSERVATION_STATUSES.map((status) => [status, CONSERVATION_STATUS_NAMES[status][0]]),
) as Record<ConservationStatus, string>;

/** Letters that Unicode doesn't decompose, and what people without them type. */
const UNDIVIDED: Record<string, string> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ŋ: 'n', ƀ: 'b' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ɛ: 'e', ɔ: 'o' },
};
const ANY_UNDIVIDED = /[łøđðħŧıŋƀßæœþɓɗƙƴɛɔ]/g;

/** Texts that folding leaves unchanged, which most are. */
const FOLDED = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** Ignores case, accents, and the difference between `-`, `_` and space. */
export function fold(text: string): string {
  if (FOLDED.test(text)) return text;
  const plain = withoutAccents(text);
  return FOLDED.test(plain) ? plain : plain.replace(/[-_\s]+/g, ' ').trim();
}

/** Removes marks before decomposing, too: decomposing sorts them, in more than linear time. */
function withoutAccents(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const plain = withoutMarks(withoutMarks(text).normalize('NFKD').toLowerCase().normalize('NFKD'));
  return plain.replace(ANY_UNDIVIDED, (letter) => UNDIVIDED[letter]);
}

function withoutMarks(text: string): string {
  return text.replace(/\p{M}+/gu, '');
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

export function words(text: string): string[] {
  const plain = withoutAccents(text);
  return plain.match(isAscii(plain) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
}

const monthByName = new Map<string, Month>();
for (const [index, month] of MONTHS.entries()) {
  const spanish = SPANISH_MONTHS[month];
  for (const name of [month, month.slice(0, 3), spanish, spanish.slice(0, 3), String(index + 1)]) {
    monthByName.set(name, month);
  }
}
monthByName.set('setiembre', 'september').set('set', 'september');

/** Folded. */
export const MONTH_SPELLINGS: readonly string[] = [...monthByName.keys()];

/** Letters or a number. Folding would drop signs, hyphens and underscores. */
const MONTH = /^\s*(?:[\p{L}\p{M}]+|\d+)\s*$/u;

export function parseMonth(text: string): Month | undefined {
  return MONTH.test(text) ? monthByName.get(fold(text)) : undefined;
}

export const ALL_YEAR_SPELLINGS: readonly string[] = ['all year', 'year round', 'todo el ano'];

export function isAllYear(text: string): boolean {
  return ALL_YEAR_SPELLINGS.includes(fold(text));
}

const statusByName = new Map(
  CONSERVATION_STATUSES.flatMap((code) => [code, ...CONSERVATION_STATUS_NAMES[code]].map((name) => [fold(name), code])),
);

/** Folded. */
export const CONSERVATION_STATUS_SPELLINGS: readonly string[] = [...statusByName.keys()];

export function parseConservationStatus(text: string): ConservationStatus | undefined {
  return statusByName.get(fold(text));
}
