// Fuzzes the reading of content: the sample's files and tables made from them, tampered with. Whatever comes, it is read
// without an error of ours, everything read is accounted for, and what is good can be compiled and asked for.

import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { compile } from '../../../src/snapshot/compile.ts';
import { openSnapshot } from '../../../src/snapshot/open.ts';
import { fuzz } from '../../support/fuzz.ts';
import { type Dice, mutated } from '../../support/hostile-requests.ts';
import { readAll } from '../../support/sources.ts';

const SAMPLE = fileURLToPath(new URL('../../../content/', import.meta.url));
const pages = globSync('**/*.md', { cwd: SAMPLE }).filter((path) => /\b(en|es)\b/.test(dirname(path)));

const ROWS = [
  { slug: 'oak', 'title.en': 'Oak', 'description.en': 'Tall.', scientificName: 'Quercus robur', family: 'Fagaceae' },
  { slug: 'kapok', 'title.es': 'Ceiba', 'description.es': 'Alta.', scientificName: 'Ceiba pentandra', tags: 'a|b' },
];
const columns = [...new Set(ROWS.flatMap(Object.keys))];
const csv = [columns, ...ROWS.map((row) => columns.map((name) => (row as Record<string, string>)[name] ?? ''))]
  .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
  .join('\n');
const TABLES: Record<string, string> = {
  'trees.csv': csv,
  'trees.json': JSON.stringify(ROWS, null, 2),
  'trees.ndjson': ROWS.map((row) => JSON.stringify(row)).join('\n'),
  'no-trees.ndjson': '7\nnull\n[]\n""\n',
};

/** Writes a tampered source into a folder; where it is. */
function writeSource(folder: string, dice: Dice): string {
  if (dice.below(2) === 0) {
    const [name, text] = dice.oneOf(Object.entries(TABLES));
    writeFileSync(join(folder, name), Buffer.from(mutated(text, dice), 'latin1'));
    return join(folder, name);
  }
  for (let count = 1 + dice.below(3); count > 0; count--) {
    const page = dice.oneOf(pages);
    const path = join(folder, dice.oneOf(['en', 'es', 'fr', '.']), basename(page));
    mkdirSync(dirname(path), { recursive: true });
    const text = readFileSync(join(SAMPLE, page), 'latin1');
    writeFileSync(path, Buffer.from(dice.below(4) === 0 ? text : mutated(text, dice), 'latin1'));
  }
  return folder;
}

fuzz('tampered content is read without a fault of ours, and accounted for', async (dice) => {
  const folder = mkdtempSync(join(tmpdir(), 'sylva-fuzz-'));
  try {
    const content = readAll(writeSource(folder, dice));
    const { trees, errors, drafts } = content;
    assert.ok(trees.length + errors.length + drafts.length > 0, 'what was read is gone');
    for (const { code, line, file, message } of errors) {
      assert.notEqual(code, 'lost', `${file}: ${message}`);
      assert.ok(file !== '' && message !== '' && (line === null || line >= 1), JSON.stringify({ file, line, message }));
    }
    if (errors.length > 0) return;
    const catalogue = new Catalogue(openSnapshot(compile(content)));
    for (const { slug } of trees) assert.notEqual(catalogue.find(slug), -1, slug);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
