// In charge of telling on which line each row of a JSON text, and each of its keys, stands. The text is known to be valid.

export interface LocatedRow {
  line: number;
  keys: Map<string, number>;
}

const TOKEN = /["[\]{}:,\n]/g;

/** The rows of `[ {…}, … ]`, or of the list under `trees` in an object. */
export function locateRows(text: string): LocatedRow[] {
  const rows: LocatedRow[] = [];
  const open: string[] = [];
  const rowDepth = /^\s*\[/.test(text) ? 1 : 2;
  let line = 1;
  let lastString = '';
  let lastStringLine = 1;
  let listKey = '';

  for (const token of tokensOf(text)) {
    if (token === '\n') line++;
    else if (token === '{' || token === '[') {
      const isRow = open.length === rowDepth && (rowDepth === 1 || listKey === 'trees');
      if (isRow && token === '{') rows.push({ line, keys: new Map() });
      open.push(token);
    } else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      if (open.length === 1 && rowDepth === 2) listKey = lastString;
      const inRow = open.length === rowDepth + 1 && open.at(-1) === '{';
      if (inRow) rows.at(-1)?.keys.set(lastString, lastStringLine);
    } else if (token.startsWith('"')) {
      lastString = JSON.parse(token);
      lastStringLine = line;
    }
  }
  return rows;
}

/** Brackets, separators, line breaks and whole strings. */
function* tokensOf(text: string): Generator<string> {
  let end = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (index < end) continue;
    end = token === '"' ? endOfString(text, index) : index + 1;
    yield text.slice(index, end);
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
