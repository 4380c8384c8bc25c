// Parses JSON if JSON.parse does not tell enough: on which line a key stands, which key stands twice, which number would lose
// digits, and what is wrong.

import { isExact, MAX_LEVELS } from '../model/value.ts';
import type { FindingCode } from '../source/finding.ts';

export type Path = (string | number)[];

export interface JsonProblem {
  code: FindingCode;
  line: number;
  /** The keys and indexes that lead there. */
  path: Path;
  message: string;
}

/** A list of rows may stand under a key, and so may attributes of a row; with one level more, who checks values finds it too deep. */
const MAX_DEPTH = MAX_LEVELS + 5;
const [TAB, NEWLINE, RETURN, SPACE] = [9, 10, 13, 32];
/** Of an ordinary number no digit is lost. */
const SURE_LENGTH = 15;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NEEDS_DECODING = /[\\\p{Cc}]/u;
const LITERALS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class Fault extends Error {}

interface Members {
  object: Record<string, unknown>;
  /** The line of each key. */
  lines: Map<string, number>;
}

export class JsonReader {
  readonly problems: JsonProblem[] = [];
  readonly #text: string;
  readonly #sawKey: (path: Path, line: number) => void;
  readonly #path: Path = [];
  /** How many keys lead to what is read and lost, since its key stood there before. */
  #lostAt: number | undefined;
  #at = 0;
  #line: number;

  /** `sawKey` is told of each key and each item of a list that stays, before its value is read. */
  constructor(text: string, firstLine = 1, sawKey: (path: Path, line: number) => void = () => {}) {
    this.#text = text;
    this.#line = firstLine;
    this.#sawKey = sawKey;
  }

  /** How many characters are read. */
  get at(): number {
    return this.#at;
  }

  /** The value; undefined where the text is not JSON. */
  read(): unknown {
    try {
      const value = this.#value();
      if (this.#next() !== undefined) this.#fail('the value has ended');
      return value;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#report('broken-json', this.#line, error.message);
      return undefined;
    }
  }

  #report(code: FindingCode, line: number, message: string): void {
    this.problems.push({ code, line, path: this.#path.slice(0, this.#lostAt), message });
  }

  #fail(why: string): never {
    const letter = this.#text[this.#at];
    if (letter === undefined) throw new Fault('The text ends too early: a bracket or a quote is not closed.');
    if (letter === '/' || letter === '#') throw new Fault('JSON has no comments: take this one out.');
    throw new Fault(`This is not valid JSON: “${letter}” cannot stand here, ${why}.`);
  }

  /** The next letter that is no blank. */
  #next(): string | undefined {
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === NEWLINE) this.#line++;
      else if (code !== SPACE && code !== TAB && code !== RETURN) return this.#text[this.#at];
    }
    return undefined;
  }

  #take(letter: string): boolean {
    if (this.#next() !== letter) return false;
    this.#at++;
    return true;
  }

  #value(): unknown {
    const letter = this.#next();
    if (letter === '"') return this.#string();
    if (letter !== '{' && letter !== '[') return this.#numberOrLiteral();
    if (this.#path.length < MAX_DEPTH) return letter === '{' ? this.#object() : this.#list();
    this.#skipNested();
    return null;
  }

  #numberOrLiteral(): unknown {
    NUMBER.lastIndex = this.#at;
    const [written] = NUMBER.exec(this.#text) ?? [];
    if (written !== undefined) return this.#number(written);
    for (const [literal, value] of LITERALS) {
      if (!this.#text.startsWith(literal, this.#at)) continue;
      this.#at += literal.length;
      return value;
    }
    return this.#fail('where a value is due');
  }

  #number(written: string): number | string {
    this.#at += written.length;
    const value = Number(written);
    const isSure = value !== 0 && written.length <= SURE_LENGTH && !/e/i.test(written);
    if (isSure || isExact(written, value)) return value;
    const message = `${written} is kept as text, since as a number it would be ${value}. Put it in quotes to say so.`;
    this.#report('kept-as-text', this.#line, message);
    return written;
  }

  #string(): string {
    const start = this.#at;
    for (let quote = this.#text.indexOf('"', start + 1); quote !== -1; quote = this.#text.indexOf('"', quote + 1)) {
      let first = quote;
      while (this.#text[first - 1] === '\\') first--;
      if ((quote - first) % 2 === 1) continue;
      this.#at = quote + 1;
      return this.#decoded(this.#text.slice(start, quote + 1));
    }
    this.#at = this.#text.length;
    return this.#fail('');
  }

  #decoded(quoted: string): string {
    if (!NEEDS_DECODING.test(quoted)) return quoted.slice(1, -1);
    try {
      return JSON.parse(quoted);
    } catch {
      throw new Fault('This is not valid JSON: a text has a line break in it, or a \\ that means nothing.');
    }
  }

  #list(): unknown[] {
    this.#at++;
    const list: unknown[] = [];
    if (this.#take(']')) return list;
    do {
      this.#next();
      list.push(this.#inside(list.length, this.#line));
    } while (this.#take(','));
    if (!this.#take(']')) this.#fail('where , or ] is due');
    return list;
  }

  #inside(key: string | number, line: number): unknown {
    this.#path.push(key);
    if (this.#lostAt === undefined) this.#sawKey(this.#path, line);
    const value = this.#value();
    this.#path.pop();
    return value;
  }

  #object(): object {
    this.#at++;
    const members: Members = { object: {}, lines: new Map() };
    if (this.#take('}')) return members.object;
    do this.#member(members);
    while (this.#take(','));
    if (!this.#take('}')) this.#fail('where , or } is due');
    return members.object;
  }

  /** The first of two members with one name stays. */
  #member({ object, lines }: Members): void {
    if (this.#next() !== '"') this.#fail('where a name in double quotes is due');
    const line = this.#line;
    const key = this.#string();
    if (!this.#take(':')) this.#fail('where : is due');
    const firstLine = lines.get(key);
    if (firstLine !== undefined) {
      this.#lose(key, line, firstLine);
      return;
    }
    lines.set(key, line);
    const value = this.#inside(key, line);
    if (key === '__proto__')
      Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
    else object[key] = value;
  }

  /** What is wrong inside is told of the key that stands twice: what stays has the same keys. */
  #lose(key: string, line: number, firstLine: number): void {
    const outer = this.#lostAt;
    this.#path.push(key);
    this.#lostAt ??= this.#path.length;
    this.#value();
    this.#report('duplicate-key', line, `${key} stands twice: here and on line ${firstLine}.`);
    this.#path.pop();
    this.#lostAt = outer;
  }

  /** Without going down into it, however deep it is. */
  #skipNested(): void {
    let open = 0;
    do {
      const letter = this.#next();
      if (letter === undefined) this.#fail('');
      if (letter === '"') this.#string();
      else {
        if (letter === '{' || letter === '[') open++;
        if (letter === '}' || letter === ']') open--;
        this.#at++;
      }
    } while (open > 0);
  }
}
