// In charge of showing a question as a program would ask it: with curl, and with the client.

import { LANGUAGES } from '../reference/examples.ts';
import { pathOf, type Question } from './question.ts';

export function asCurl(question: Question, baseUrl: string): string {
  return LANGUAGES.curl(baseUrl + pathOf(question));
}

export function asClientCode(question: Question, baseUrl: string): string {
  return [
    "import { SylvaClient } from 'sylva-client';",
    '',
    `const client = new SylvaClient({ baseUrl: ${quoted(baseUrl)}, apiKey: process.env.SYLVA_KEY });`,
    '',
    `const answer = await client.${question.operation}(${argumentsOf(question)});`,
  ].join('\n');
}

function argumentsOf(question: Question): string {
  const query = literal(question.query);
  return question.operation === 'trees.get' ? `${quoted(question.slug)}, ${query}` : query;
}

const LONGEST_LINE = 60;

function literal(query: object): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}: ${valueLiteral(value)}`);
  const line = `{ ${pairs.join(', ')} }`;
  return line.length <= LONGEST_LINE ? line : `{\n${pairs.map((pair) => `  ${pair},\n`).join('')}}`;
}

/** One value may stand alone where several are allowed. */
function valueLiteral(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'number' ? String(value) : quoted(String(value));
  return value.length === 1 ? valueLiteral(value[0]) : `[${value.map(valueLiteral).join(', ')}]`;
}

function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1);
  return `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
