// A peer: a plain handler over SQLite, with an index for every filter and sort, and FTS5 for the search.

import type { SQLInputValue } from 'node:sqlite';
import { generateTrees } from '../generate.ts';
import { listBody, PAGE_SIZE, type PeerQuestion } from './question.ts';
import { rowsOf } from './rows.ts';
import { serve } from './serve.ts';
import { fill, openDatabase } from './sqlite-fill.ts';

const [, , path, species] = process.argv;

const database = openDatabase(path);
fill(database, [...generateTrees(Number(species))].flatMap(rowsOf));

function answer(question: PeerQuestion): string {
  if (question.kind === 'families') {
    const rows = database.prepare("SELECT family, count(*) n FROM trees WHERE locale = 'en' GROUP BY family").all();
    return JSON.stringify({ data: rows });
  }
  if (question.kind === 'detail') {
    const found = database.prepare('SELECT detail FROM trees WHERE slug = ? AND locale = ?');
    const { detail } = found.get(question.slug, question.locale) as { detail: string };
    return `{"data":${detail}}`;
  }
  const conditions = ['locale = ?'];
  const values: SQLInputValue[] = [question.locale];
  for (const [filter, value] of question.filters) {
    const isColumn = filter === 'family' || filter === 'conservationStatus';
    conditions.push(
      isColumn ? `${filter} = ?` : `id IN (SELECT tree FROM listed WHERE field = '${filter}' AND value = ?)`,
    );
    values.push(value);
  }
  if (question.words.length > 0) {
    conditions.push('id IN (SELECT rowid FROM texts WHERE texts MATCH ?)');
    values.push(question.words.map((word) => `"${word}"*`).join(' '));
  }
  const where = conditions.join(' AND ');
  const { total } = database.prepare(`SELECT count(*) total FROM trees WHERE ${where}`).get(...values) as {
    total: number;
  };
  const page = database.prepare(
    `SELECT record FROM trees WHERE ${where} ORDER BY ${question.sort} ${question.order}, slug LIMIT ${PAGE_SIZE} OFFSET ?`,
  );
  const rows = page.all(...values, question.offset) as { record: string }[];
  return listBody(
    rows.map(({ record }) => record),
    total,
  );
}

serve(answer);
