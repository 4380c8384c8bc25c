// A peer: json-server over a file of all trees, as one would set it up in a minute.

import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { generateTrees } from '../generate.ts';
import { PAGE_SIZE, readQuestion } from './question.ts';
import { rowsOf } from './rows.ts';

/** A question in json-server's own words. */
export function toJsonServer(target: string): string {
  const question = readQuestion(target);
  if (question.kind === 'families') return '/families';
  if (question.kind === 'detail') return `/trees/${question.slug}.${question.locale}`;
  const { locale, filters, words, sort, order, offset } = question;
  const parameters: [string, string][] = [
    ['locale', locale],
    ...filters.map(([filter, value]): [string, string] => [isList(filter) ? `${filter}_like` : filter, value]),
    ...(words.length > 0 ? ([['q', words.join(' ')]] as [string, string][]) : []),
    ['_sort', sort],
    ['_order', order],
    ['_page', String(1 + offset / PAGE_SIZE)],
    ['_limit', String(PAGE_SIZE)],
  ];
  return `/trees?${new URLSearchParams(parameters)}`;
}

function isList(filter: string): boolean {
  return filter !== 'family' && filter !== 'conservationStatus';
}

function start(species: number): void {
  const jsonServer = createRequire(import.meta.url)('json-server');
  const trees = [...generateTrees(species)].flatMap(rowsOf).map(({ record, detail, ...row }) => {
    return { id: `${row.slug}.${row.locale}`, ...row };
  });
  const families = [...Map.groupBy(trees, ({ family }) => family)].map(([id, members]) => ({
    id,
    count: members.length,
  }));
  const server = jsonServer.create();
  server.use(jsonServer.router({ trees, families }));
  const listener = server.listen(0, '127.0.0.1', () => {
    console.log(`listening on http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  });
}

if (import.meta.main) start(Number(process.argv[2]));
