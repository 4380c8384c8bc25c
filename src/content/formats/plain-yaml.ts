// Parses the YAML that nearly all authors write: a field a line, its value a word, a quoted text, or a short list or group of
// these. Takes a tenth of the time; anything else is left to the full parser, with which a property test compares this one.

export interface YamlFields {
  values: Map<string, unknown>;
  /** The line of each key. */
  lines: Map<string, number>;
}

export interface YamlOptions {
  /** The line of the file that the text begins on. */
  firstLine: number;
  /** How long the result may be: aliases can make much out of little. */
  maxCharacters: number;
  /** Whether numbers under a key of the top are kept as they were written, whatever they are. */
  keepsDigits(key: string): boolean;
}

/** Line breaks aside, what a reader of YAML might take for one, or for nothing. */
const UNUSUAL = /[^\P{Cc}\n]|[\u2028\u2029\ufeff]/u;
const FIELD = /^([A-Za-z][\w.-]*):(?: (.*))?$/;
const ITEM = /^( *)- (.*)$/;
const QUOTED = /^"((?:[^"\\]|\\["\\])*)" *$|^'([^']*)' *$/;
/** Before a text in quotes, in a list or a group. */
const OPENING = /^(?:[A-Za-z][\w-]*: +)?(["'])/;
/** Begins with a letter, and has nothing in it that may mean something. */
const WORDS = /^\p{L}[^:#]*$/u;
const WORDS_IN_LIST = /^\p{L}[\p{L}\p{M}\p{N} ()./'’–-]*$/u;
const NO_TEXT = /^(?:null|true|false)$/i;
const NUMBER = /^(?:0|[1-9]\d{0,14})$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const GROUP_KEY = /^([A-Za-z][\w-]*): (.*)$/;

/** Stands for a value that is not plain. */
const OTHER = Symbol('other');

/** The fields of a text of plain YAML; undefined where it is not plain. */
export function parsePlainYaml(
  text: string,
  { firstLine, keepsDigits, maxCharacters }: YamlOptions,
): YamlFields | undefined {
  const unix = text.replaceAll('\r\n', '\n');
  if (2 * text.length > maxCharacters || UNUSUAL.test(unix)) return undefined;
  const [values, lines] = [new Map<string, unknown>(), new Map<string, number>()];
  const rows = unix.split('\n');
  for (let at = 0; at < rows.length; at++) {
    if (isNothing(rows[at])) continue;
    const [, key, written = ''] = FIELD.exec(rows[at]) ?? [];
    if (key === undefined || values.has(key)) return undefined;
    lines.set(key, firstLine + at);
    const isText = keepsDigits(key);
    const items = tidy(written) === '' ? itemsBelow(rows, at + 1) : undefined;
    const value = items ? all(items, (item) => scalarIn(item, WORDS, isText)) : readValue(tidy(written), isText);
    if (value === OTHER) return undefined;
    values.set(key, value);
    if (items) at += items.length;
  }
  return values.size > 0 ? { values, lines } : undefined;
}

/** Without spaces around it; other blanks belong to a text. */
function tidy(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return text.slice(start, end);
}

function isNothing(row: string): boolean {
  return row === '' || row.startsWith('#');
}

/** What stands in a list of a line each; undefined where none begins. */
function itemsBelow(rows: string[], start: number): string[] | undefined {
  const [, indent] = ITEM.exec(rows[start] ?? '') ?? [];
  if (indent === undefined) return undefined;
  const items: string[] = [];
  for (let at = start; at < rows.length; at++) {
    const [, own, item] = ITEM.exec(rows[at]) ?? [];
    if (own !== indent) break;
    items.push(tidy(item));
  }
  return items;
}

function readValue(written: string, isText: boolean): unknown {
  if (written === '') return null;
  if (written.startsWith('[')) return inside(written, ']', (part) => scalarIn(part, WORDS_IN_LIST, isText));
  if (!written.startsWith('{')) return scalarIn(written, WORDS, isText);
  const pairs = inside(written, '}', (part) => pairIn(part, isText));
  if (pairs === OTHER) return OTHER;
  const group = Object.fromEntries(pairs as [string, unknown][]);
  return Object.keys(group).length === (pairs as unknown[]).length ? group : OTHER;
}

function pairIn(part: string, isText: boolean): unknown {
  const [, key, written] = GROUP_KEY.exec(part) ?? [];
  if (key === undefined) return OTHER;
  const value = scalarIn(tidy(written), WORDS_IN_LIST, isText);
  return value === OTHER ? OTHER : [key, value];
}

/** What stands between brackets, apart at its commas. */
function inside(written: string, end: string, read: (part: string) => unknown): unknown {
  if (!written.endsWith(end)) return OTHER;
  const parts = partsOf(written.slice(1, -1));
  return parts === undefined ? OTHER : all(parts, read);
}

/** Commas in quotes part nothing. Undefined where quotes stand within something. */
function partsOf(list: string): string[] | undefined {
  if (tidy(list) === '') return [];
  const parts: string[] = [];
  for (let start = 0; start <= list.length; ) {
    while (list[start] === ' ') start++;
    const [opening, mark] = OPENING.exec(list.slice(start)) ?? [''];
    const quote = mark ? list.indexOf(mark, start + opening.length) : start;
    if (quote === -1) return undefined;
    const comma = list.indexOf(',', quote);
    const end = comma === -1 ? list.length : comma;
    parts.push(tidy(list.slice(start, end)));
    start = end + 1;
  }
  return parts;
}

function all(parts: string[], read: (part: string) => unknown): unknown {
  const values = parts.map(read);
  return values.includes(OTHER) ? OTHER : values;
}

function scalarIn(written: string, words: RegExp, isText: boolean): unknown {
  const [, double, single] = QUOTED.exec(written) ?? [];
  if (double !== undefined) return double.replace(/\\(.)/g, '$1');
  if (single !== undefined) return single;
  if (words.test(written)) return NO_TEXT.test(written) ? OTHER : written;
  if (NUMBER.test(written)) return isText ? written : Number(written);
  return DATE.test(written) ? written : OTHER;
}
