// In charge of YAML as authors write it: values without loss, problems with their lines.

import { isMap, isScalar, LineCounter, type ParsedNode, parseDocument, visit } from 'yaml';

export interface YamlProblem {
  line: number;
  message: string;
}

/** The value of a YAML text, or the problems that make it unreadable. */
export function parseYaml(text: string): { value: unknown; problems: YamlProblem[] } {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => ({
      line: lineCounter.linePos(error.pos[0]).line,
      message: error.message.trim(),
    }));
    return { value: undefined, problems };
  }
  if (document.contents) keepExactNumbers(document.contents);
  try {
    return { value: document.toJS(), problems: [] };
  } catch (error) {
    return { value: undefined, problems: [{ line: 1, message: (error as Error).message }] };
  }
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
