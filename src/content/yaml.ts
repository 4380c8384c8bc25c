// In charge of YAML as authors write it: values without loss, problems with their lines.

import { isMap, isScalar, LineCounter, type ParsedNode, parseDocument, visit } from 'yaml';

export interface YamlProblem {
  line: number;
  message: string;
}

export interface Yaml {
  /** Undefined where there are problems. */
  value: unknown;
  problems: YamlProblem[];
  /** Where each field of the whole stands. */
  lines: Map<string, number>;
}

type LineOf = (node: ParsedNode) => number;

/** The value of a YAML text, or the problems that make it unreadable. */
export function parseYaml(text: string): Yaml {
  const lineCounter = new LineCounter();
  // The parser's own search for repeated names compares each with every other.
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false });
  const lineAt = (offset: number) => lineCounter.linePos(offset).line;
  const lineOf: LineOf = ({ range }) => lineAt(range[0]);
  const problems = document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), message: message.trim() }));
  if (document.contents) {
    problems.push(...repeatedNames(document.contents, lineOf));
    keepExactNumbers(document.contents);
  }
  try {
    const value = problems.length > 0 ? undefined : document.toJS();
    return { value, problems, lines: linesOf(document.contents, lineOf) };
  } catch (error) {
    return { value: undefined, problems: [{ line: 1, message: (error as Error).message }], lines: new Map() };
  }
}

function repeatedNames(contents: ParsedNode, lineOf: LineOf): YamlProblem[] {
  const problems: YamlProblem[] = [];
  visit(contents, {
    Map(_, { items }) {
      const names = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (names.has(key.value))
          problems.push({ line: lineOf(key as ParsedNode), message: 'Map keys must be unique' });
        names.add(key.value);
      }
    },
  });
  return problems;
}

function linesOf(contents: ParsedNode | null, lineOf: LineOf): Map<string, number> {
  const items = isMap(contents) ? contents.items : [];
  return new Map(items.flatMap(({ key }) => (isScalar(key) ? [[String(key.value), lineOf(key)]] : [])));
}

/** A number that JavaScript or JSON cannot hold stays as it was written, and so does every identifier with its leading zeros. */
function keepExactNumbers(contents: ParsedNode): void {
  visit(contents, {
    Scalar(_, node) {
      const { value, source } = node;
      if (typeof value === 'number' && source && !isExact(value)) node.value = source;
    },
  });
  const identifiers = isMap(contents) ? contents.get('identifiers', true) : undefined;
  if (!isMap(identifiers)) return;
  for (const { value: node } of identifiers.items) {
    if (isScalar(node) && typeof node.value === 'number' && node.source) node.value = node.source;
  }
}

function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
