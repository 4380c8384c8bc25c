// The regular expressions in our sources, and what recheck proves of each. It and the parser come out of the campaigns' tools.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// In JavaScript, as it runs on every machine, without Java.
process.env.RECHECK_SYNC_BACKEND = 'pure';

const requireTool = createRequire(new URL('../tools/package.json', import.meta.url));
const ts = requireTool('typescript');
const { checkSync } = requireTool('recheck');

/** The checker that proves; another one only searches, and finds nothing where it gave up. */
const PROOF = { checker: 'automaton', timeout: 120_000 };

export interface Expression {
  /** File and line. */
  place: string;
  source: string;
  flags: string;
}

export interface Found {
  literals: Expression[];
  /** Where one is put together at run time. */
  made: string[];
}

export function expressionsOf(file: string, root: string): Found {
  return expressionsIn(readFileSync(`${root}/${file}`, 'utf8'), file);
}

export function expressionsIn(text: string, file: string): Found {
  const found: Found = { literals: [], made: [] };
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const visit = (node: any): void => {
    const place = `${file}:${parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) found.literals.push({ place, ...partsOf(node.text) });
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && node.expression.getText() === 'RegExp') found.made.push(place);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

function partsOf(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

/**
 * What speaks against an expression: that it is slow, or that nobody can tell. Undefined where it is proven fast. A sticky
 * one is looked at as if it were not: it may be tried at every place of a text, and all tries together must be fast.
 */
export function complaintOf({ place, source, flags }: Expression): string | undefined {
  const { status, complexity, error, attack } = checkSync(source, flags.replace('y', ''), PROOF);
  if (status === 'safe') return undefined;
  const reason = status === 'vulnerable' ? `${complexity.summary}, by ${attack.pattern}` : JSON.stringify(error);
  return `${place} /${source}/${flags}: ${reason}`;
}
