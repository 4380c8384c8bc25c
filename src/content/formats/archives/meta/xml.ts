// Parses the XML of archives: elements, attributes and text. Drops prefixes, and refuses what declares entities.

export interface Element {
  /** Without its prefix. */
  name: string;
  line: number;
  attributes: Map<string, string>;
  children: Element[];
  /** Without that of its children. */
  text: string;
}

export class XmlError extends Error {
  override name = 'XmlError';
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

const MAX_DEPTH = 100;
const NAME = /[\p{L}_:][\p{L}\p{N}_:.-]*/uy;
const BLANKS = /\s*/y;
const ENTITY = /&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{1,8});|&/gi;
const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The outermost element. Throws an XmlError. */
export function parseXml(text: string): Element {
  return new XmlReader(text).document();
}

class XmlReader {
  readonly #text: string;
  #at = 0;
  /** Up to here, lines are counted. */
  #counted = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Element {
    this.#misc();
    if (this.#peek('<!DOCTYPE')) this.#fail('A DOCTYPE is not read, since it may declare entities. Take it out.');
    const root = this.#element(0);
    this.#misc();
    if (this.#at < this.#text.length) this.#fail('There is more after the outermost element.');
    return root;
  }

  /** Skips blanks, comments and instructions. */
  #misc(): void {
    for (;;) {
      this.#take(BLANKS);
      if (this.#skip('<?')) this.#until('?>');
      else if (this.#skip('<!--')) this.#until('-->');
      else if (!this.#skip('\ufeff')) return;
    }
  }

  #element(depth: number): Element {
    if (depth > MAX_DEPTH) this.#fail(`Elements stand in each other over ${MAX_DEPTH} levels deep.`);
    const line = this.#lineHere();
    if (!this.#skip('<')) this.#fail('An element should begin here.');
    const fullName = this.#name();
    const element: Element = { name: local(fullName), line, attributes: this.#attributes(), children: [], text: '' };
    if (this.#skip('/>')) return element;
    if (!this.#skip('>')) this.#fail(`The tag <${fullName}> is not closed.`);
    this.#content(element, depth);
    if (this.#name() !== fullName) this.#fail(`<${fullName}> of line ${line} is closed by another name.`);
    this.#take(BLANKS);
    if (!this.#skip('>')) this.#fail(`</${fullName}> is not closed.`);
    return element;
  }

  /** Up to the name in its closing tag. */
  #content(element: Element, depth: number): void {
    const texts: string[] = [];
    while (!this.#skip('</')) {
      if (this.#skip('<!--')) this.#until('-->');
      else if (this.#skip('<![CDATA[')) texts.push(this.#until(']]>'));
      else if (this.#skip('<?')) this.#until('?>');
      else if (this.#peek('<')) element.children.push(this.#element(depth + 1));
      else texts.push(this.#entities(this.#until('<', false)));
    }
    element.text = texts.join('');
  }

  #attributes(): Map<string, string> {
    const attributes = new Map<string, string>();
    for (;;) {
      this.#take(BLANKS);
      if (this.#peek('/>') || this.#peek('>') || this.#at >= this.#text.length) return attributes;
      const name = local(this.#name());
      this.#take(BLANKS);
      if (!this.#skip('=')) this.#fail(`The attribute ${name} has no value.`);
      this.#take(BLANKS);
      const quote = ['"', "'"].find((each) => this.#skip(each)) ?? this.#fail(`The value of ${name} is not in quotes.`);
      const value = this.#until(quote);
      if (value.includes('<')) this.#fail(`The value of ${name} holds <, or its closing quote is missing.`);
      attributes.set(name, this.#entities(value));
    }
  }

  #entities(text: string): string {
    return text.replace(ENTITY, (whole, inside: string | undefined) => {
      const named = inside && NAMED[inside];
      if (named) return named;
      const code = inside?.startsWith('#') ? Number(inside.replace(/^#x/i, '0x').replace('#', '')) : Number.NaN;
      if (code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)) return String.fromCodePoint(code);
      return this.#fail(`${whole} stands for nothing that is known. Write &amp; for &.`);
    });
  }

  #name(): string {
    return this.#take(NAME) || this.#fail('A name should stand here.');
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #until(end: string, isPassed = true): string {
    const found = this.#text.indexOf(end, this.#at);
    if (found === -1) this.#fail(`${end} is missing: the file ends too soon.`);
    const text = this.#text.slice(this.#at, found);
    this.#at = found + (isPassed ? end.length : 0);
    return text;
  }

  #peek(start: string): boolean {
    return this.#text.startsWith(start, this.#at);
  }

  #skip(start: string): boolean {
    const isThere = this.#peek(start);
    if (isThere) this.#at += start.length;
    return isThere;
  }

  #lineHere(): number {
    for (; this.#counted < this.#at; this.#counted++) if (this.#text[this.#counted] === '\n') this.#line++;
    return this.#line;
  }

  #fail(message: string): never {
    throw new XmlError(message, this.#lineHere());
  }
}

function local(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

/** The first element of this name, at whatever depth. */
export function findElement(root: Element, name: string): Element | undefined {
  if (root.name === name) return root;
  return root.children
    .values()
    .map((child) => findElement(child, name))
    .find((found) => found !== undefined);
}

/** All text inside, as one line. */
export function textInside({ text, children }: Element): string {
  const all = [text, ...children.map(textInside)].join(' ');
  return all.replace(/\s+/g, ' ').trim();
}
