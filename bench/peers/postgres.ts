// A peer: a plain handler over PostgreSQL, with B-trees for the sorts and GIN for lists and texts.

import pg from 'pg';
import { generateTrees } from '../generate.ts';
import { listBody, PAGE_SIZE, type PeerQuestion } from './question.ts';
import { type PeerRow, rowsOf } from './rows.ts';
import { serve } from './serve.ts';

const [, , url, species] = process.argv;
const ROWS_A_STATEMENT = 1000;
const LISTS = ['tag', 'distribution', 'floweringSeason', 'fruitingSeason'];

const pool = new pg.Pool({ connectionString: url, max: 10 });
await fill();
serve(answer);

async function fill(): Promise<void> {
  await pool.query(`CREATE TABLE trees (slug text, locale text, title text, "scientificName" text, family text,
    "conservationStatus" text, "updatedAt" text, tag text[], distribution text[], "floweringSeason" text[],
    "fruitingSeason" text[], words tsvector, record text, detail text)`);
  const rows = [...generateTrees(Number(species))].flatMap(rowsOf);
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    await insert(rows.slice(start, start + ROWS_A_STATEMENT));
  }
  await pool.query('CREATE UNIQUE INDEX ON trees (slug, locale)');
  for (const column of ['title', 'scientificName', 'family', 'updatedAt', 'conservationStatus']) {
    await pool.query(`CREATE INDEX ON trees (locale, "${column}", slug)`);
  }
  for (const column of [...LISTS, 'words']) await pool.query(`CREATE INDEX ON trees USING gin ("${column}")`);
  await pool.query('VACUUM ANALYZE trees');
}

async function insert(rows: PeerRow[]): Promise<void> {
  await pool.query(
    `INSERT INTO trees SELECT slug, locale, title, "scientificName", family, "conservationStatus", "updatedAt", tag,
      distribution, "floweringSeason", "fruitingSeason",
      to_tsvector('simple', title || ' ' || "scientificName" || ' ' || description), record, detail
    FROM jsonb_to_recordset($1) AS row (slug text, locale text, title text, "scientificName" text, description text,
      family text, "conservationStatus" text, "updatedAt" text, tag text[], distribution text[],
      "floweringSeason" text[], "fruitingSeason" text[], record text, detail text)`,
    [JSON.stringify(rows)],
  );
}

async function answer(question: PeerQuestion): Promise<string> {
  if (question.kind === 'families') {
    const { rows } = await pool.query("SELECT family, count(*) n FROM trees WHERE locale = 'en' GROUP BY family");
    return JSON.stringify({ data: rows });
  }
  if (question.kind === 'detail') {
    const found = await pool.query('SELECT detail FROM trees WHERE slug = $1 AND locale = $2', [
      question.slug,
      question.locale,
    ]);
    return `{"data":${found.rows[0].detail}}`;
  }
  const values: unknown[] = [question.locale];
  const conditions = ['locale = $1'];
  for (const [filter, value] of question.filters) {
    values.push(LISTS.includes(filter) ? [value] : value);
    conditions.push(`"${filter}" ${LISTS.includes(filter) ? '@>' : '='} $${values.length}`);
  }
  if (question.words.length > 0) {
    values.push(question.words.map((word) => `${word}:*`).join(' & '));
    conditions.push(`words @@ to_tsquery('simple', $${values.length})`);
  }
  const where = conditions.join(' AND ');
  const order = `"${question.sort}" ${question.order}, slug LIMIT ${PAGE_SIZE} OFFSET ${question.offset}`;
  const [counted, page] = await Promise.all([
    pool.query(`SELECT count(*)::int total FROM trees WHERE ${where}`, values),
    pool.query(`SELECT record FROM trees WHERE ${where} ORDER BY ${order}`, values),
  ]);
  return listBody(
    page.rows.map(({ record }) => record),
    counted.rows[0].total,
  );
}
