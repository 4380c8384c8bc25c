// Parses YAML as authors write it, and reports everything that is wrong with it, each with its line. Keeps numbers as they are
// written, keys once, and ends aliases.

import {
  type Alias,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { isBlank } from '../../domain/text.ts';
import { MAX_LEVELS, printsBack } from '../model/value.ts';
import type { FindingCode } from '../source/finding.ts';
import { parsePlainYaml, type YamlFields, type YamlOptions } from './plain-yaml.ts';

/** The fields of a YAML text; none where it cannot be taken apart. */
export function parseYaml(text: string, options: YamlOptions): ParsedYaml {
  const fields = parsePlainYaml(text, options);
  return fields ? { fields, problems: [] } : parseAnyYaml(text, options);
}

interface ParsedYaml {
  fields?: YamlFields;
  problems: YamlProblem[];
}

/** However it is written. */
export function parseAnyYaml(text: string, options: YamlOptions): ParsedYaml {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + options.firstLine - 1;
  // The reader finds doubled keys itself: it can name them.
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
  if (document.errors.length > 0) {
    // Where the parser ran out of room, whatever else it says follows from that.
    const exhausted = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
    const errors = exhausted ? [exhausted] : document.errors;
    return { problems: errors.map(({ code, message, pos }) => syntaxProblem(code, message, lineAt(pos[0]))) };
  }
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return { fields: NO_FIELDS, problems: [] };
  if (!isMap(contents)) {
    const message = 'This must be a list of fields, each as name: value.';
    return { problems: [{ code: 'broken-yaml', line: lineAt(contents.range[0]), field: null, message }] };
  }
  const reader = new YamlReader(lineAt, options);
  return { fields: reader.fieldsOf(contents), problems: reader.problems };
}

const NO_FIELDS: YamlFields = { values: new Map(), lines: new Map() };

function syntaxProblem(code: string, message: string, line: number): YamlProblem {
  return code === 'RESOURCE_EXHAUSTION'
    ? { code: 'too-deep', line, field: null, message: 'Values are nested in each other too deep.' }
    : { code: 'broken-yaml', line, field: null, message: `This is not valid YAML: ${message.trim()}` };
}

export interface YamlProblem {
  code: FindingCode;
  line: number;
  /** The key at the top that it stands under. */
  field: string | null;
  message: string;
}

const TAGS = new Set([
  '!',
  ...['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
]);

export class YamlReader {
  readonly problems: YamlProblem[] = [];
  readonly #lineAt: (offset: number) => number;
  readonly #options: YamlOptions;
  readonly #anchors = new Map<string, Node>();
  /** The collections that the present value stands in. */
  readonly #open = new Set<Node>();
  #field: string | null = null;
  #charactersLeft: number;

  constructor(lineAt: (offset: number) => number, options: YamlOptions) {
    this.#lineAt = lineAt;
    this.#options = options;
    this.#charactersLeft = options.maxCharacters;
  }

  fieldsOf(map: YAMLMap): { values: Map<string, unknown>; lines: Map<string, number> } {
    const [values, lines] = [new Map<string, unknown>(), new Map<string, number>()];
    for (const { key, node, line } of this.#pairsOf(map)) {
      this.#field = key;
      lines.set(key, line);
      values.set(key, this.#valueOf(node, 0));
      this.#field = null;
    }
    return { values, lines };
  }

  #complain(code: FindingCode, node: Node, message: string, key: string | null = null): void {
    this.problems.push({ code, line: this.#lineOf(node), field: this.#field ?? key, message });
  }

  #lineOf(node: Node): number {
    return this.#lineAt(node.range?.[0] ?? 0);
  }

  /** Each key once, the first where it stands twice. */
  *#pairsOf(map: YAMLMap): Generator<{ key: string; node: Node | null; line: number }> {
    const lines = new Map<string, number>();
    for (const pair of map.items) {
      const keyNode = (pair.key ?? map) as Node;
      const key = this.#keyOf(pair.key);
      if (key === undefined) this.#complain('broken-yaml', keyNode, 'A value has no name, or one that is no text.');
      else if (key === '<<') this.#complain('broken-yaml', keyNode, '<< is not understood: write the fields out.');
      else if (lines.has(key))
        this.#complain('duplicate-key', keyNode, `${key} stands twice: here and on line ${lines.get(key)}.`, key);
      else {
        lines.set(key, this.#lineOf(keyNode));
        yield { key, node: pair.value as Node | null, line: this.#lineOf(keyNode) };
      }
    }
  }

  #keyOf(key: unknown): string | undefined {
    if (!isScalar(key)) return undefined;
    const text = typeof key.value === 'string' ? key.value : key.source;
    return isBlank(text) ? undefined : text;
  }

  #valueOf(node: Node | null, levels: number): unknown {
    if (!node || this.#charactersLeft < 0) return null;
    if (isAlias(node)) return this.#named(node, levels);
    if (node.anchor) this.#anchors.set(node.anchor, node);
    if (node.tag && !TAGS.has(node.tag)) {
      const tag = node.tag.replace(/^tag:yaml\.org,2002:/, '!!');
      this.#complain('broken-yaml', node, `The tag ${tag} is not understood: write plain values.`);
    }
    this.#charactersLeft -= isScalar(node) ? (node.source?.length ?? 0) + 1 : 1;
    return isScalar(node) ? this.#scalar(node) : this.#collection(node, levels);
  }

  #scalar(node: Scalar): unknown {
    const { value, source = String(value) } = node;
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
    if (typeof value !== 'number' || (this.#field && this.#options.keepsDigits(this.#field))) return source;
    if (printsBack(source, value)) return value;
    const message = `${source} is kept as text, since as a number it would be ${value}. Put it in quotes to say so.`;
    this.#complain('kept-as-text', node, message);
    return source;
  }

  #collection(node: Node, levels: number): unknown {
    if (levels === MAX_LEVELS) {
      this.#complain('too-deep', node, `Values are nested in each other over ${MAX_LEVELS} levels deep.`);
      return null;
    }
    this.#open.add(node);
    const value = this.#insideOf(node, levels + 1);
    this.#open.delete(node);
    return value;
  }

  #insideOf(node: Node, levels: number): unknown {
    if (isMap(node)) {
      const pairs = [...this.#pairsOf(node)];
      return Object.fromEntries(pairs.map(({ key, node: each }) => [key, this.#valueOf(each, levels)]));
    }
    const items = isSeq(node) ? node.items.filter((item) => !isPair(item)) : [];
    return items.map((item) => this.#valueOf(item as Node, levels));
  }

  #named(alias: Alias, levels: number): unknown {
    const node = this.#anchors.get(alias.source);
    if (!node) this.#complain('broken-yaml', alias, `Nothing before *${alias.source} is named &${alias.source}.`);
    else if (this.#open.has(node))
      this.#complain('broken-yaml', alias, `*${alias.source} stands inside what it names, and would never end.`);
    else return this.#expanded(node, alias, levels);
    return null;
  }

  #expanded(node: Node, alias: Alias, levels: number): unknown {
    const value = this.#valueOf(node, levels);
    if (this.#charactersLeft >= 0 || this.problems.some(({ code }) => code === 'too-large')) return value;
    const most = this.#options.maxCharacters.toLocaleString('en');
    this.#complain(
      'too-large',
      alias,
      `Aliases such as *${alias.source} make over ${most} characters out of the text.`,
    );
    return null;
  }
}
