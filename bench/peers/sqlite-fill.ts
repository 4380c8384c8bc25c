// In charge of filling SQLite with a catalogue: a row for each tree and language, an index for every filter and sort, FTS5.

import { DatabaseSync } from 'node:sqlite';
import type { PeerRow } from './rows.ts';

const COLUMNS = ['title', 'scientificName', 'family', 'updatedAt'];
const LISTS = ['tag', 'distribution', 'floweringSeason', 'fruitingSeason'] as const;

export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA cache_size = -512000');
  database.exec('PRAGMA mmap_size = 2000000000');
  return database;
}

export function fill(database: DatabaseSync, rows: PeerRow[]): void {
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
  database.exec('BEGIN');
  for (const row of rows) {
    id++;
    const { slug, locale, title, scientificName, family, conservationStatus, updatedAt, record, detail } = row;
    tree.run(id, slug, locale, title, scientificName, family, conservationStatus, updatedAt, record, detail);
    for (const field of LISTS) for (const value of row[field]) listed.run(field, value, id);
    texts.run(id, title, scientificName, row.description);
  }
  database.exec('COMMIT');
  database.exec('CREATE UNIQUE INDEX bySlug ON trees (slug, locale)');
  database.exec('CREATE INDEX byStatus ON trees (locale, conservationStatus)');
  for (const column of COLUMNS) database.exec(`CREATE INDEX by_${column} ON trees (locale, ${column}, slug)`);
  database.exec('ANALYZE');
}
