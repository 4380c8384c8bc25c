// A peer: a plain handler over SQLite, with an index for every filter and sort, and FTS5 for the search.

import Database from 'better-sqlite3';
import { generateTrees } from '../generate.ts';
import { listBody, PAGE_SIZE, type PeerQuestion } from './question.ts';
import { rowsOf } from './rows.ts';
import { serve } from './serve.ts';

const [, , path, species] = process.argv;
const COLUMNS = ['title', 'scientificName', 'family', 'updatedAt'];
const LISTS = ['tag', 'distribution', 'floweringSeason', 'fruitingSeason'] as const;

const database = new Database(path);
database.pragma('journal_mode = WAL');
database.pragma('cache_size = -512000');
database.pragma('mmap_size = 2000000000');
fill();

function fill(): void {
  database.exec(`
    CREATE TABLE trees (id INTEGER PRIMARY KEY, slug TEXT, locale TEXT, title TEXT, scientificName TEXT, family TEXT,
      conservationStatus TEXT, updatedAt TEXT, record TEXT, detail TEXT);
    CREATE TABLE listed (field TEXT, value TEXT, tree INTEGER, PRIMARY KEY (field, value, tree)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE texts USING fts5(title, scientificName, description, content='', prefix='2 3',
      tokenize='unicode61 remove_diacritics 2');`);
  const tree = database.prepare('INSERT INTO trees VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const listed = database.prepare('INSERT OR IGNORE INTO listed VALUES (?, ?, ?)');
  const texts = database.prepare('INSERT INTO texts (rowid, title, scientificName, description) VALUES (?, ?, ?, ?)');
  let id = 0;
  database.transaction(() => {
    for (const row of [...generateTrees(Number(species))].flatMap(rowsOf)) {
      id++;
      const { slug, locale, title, scientificName, family, conservationStatus, updatedAt, record, detail } = row;
      tree.run(id, slug, locale, title, scientificName, family, conservationStatus, updatedAt, record, detail);
      for (const field of LISTS) for (const value of row[field]) listed.run(field, value, id);
      texts.run(id, title, scientificName, row.description);
    }
  })();
  database.exec('CREATE UNIQUE INDEX bySlug ON trees (slug, locale)');
  database.exec('CREATE INDEX byStatus ON trees (locale, conservationStatus)');
  for (const column of COLUMNS) database.exec(`CREATE INDEX by_${column} ON trees (locale, ${column}, slug)`);
  database.exec('ANALYZE');
}

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
  const values: unknown[] = [question.locale];
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
