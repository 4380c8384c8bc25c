// In charge of YAML as authors write it: the fields of a text, and everything that is wrong with it, each with its line.

import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { type YamlOptions, type YamlProblem, YamlReader } from './yaml-reader.ts';

export interface YamlFields {
  values: Map<string, unknown>;
  /** The line of each key. */
  lines: Map<string, number>;
}

/** The fields of a YAML text; none where it cannot be taken apart. */
export function parseYaml(text: string, options: YamlOptions): { fields?: YamlFields; problems: YamlProblem[] } {
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
