// What reading a large Darwin Core Archive costs: 300,000 taxa, half as many synonyms, and a million rows of extensions, made here
// and read once. Prints the time and the most memory that it took, by itself and after each table.

import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readChoice } from '../src/content/formats/archives/taxa/choice.ts';
import { CORE, metaOf, type TestTable } from '../test/support/archives.ts';
import { readAll } from '../test/support/sources.ts';

const TAXA = Number(process.argv[2] ?? 300_000);
const WHERE = process.argv[3];
const tables: (TestTable & { count: number; row(number: number): string[] })[] = [
  {
    rowType: 'Taxon',
    terms: CORE.terms,
    rows: [],
    count: TAXA * 1.5,
    row(number) {
      const isSynonym = number % 3 === 2;
      const [genus, epithet] = [`Genus${wordOf(number % 9_001)}`, `epithet${wordOf(number)}`];
      const family = `${wordOf(number % 400)}aceae`;
      const status = isSynonym ? ['synonym', `t${number - 1}`] : ['accepted', ''];
      return [`t${number}`, `${genus} ${epithet}`, '(L.) Gaertn.', family, 'species', ...status];
    },
  },
  {
    rowType: 'VernacularName',
    terms: ['vernacularName', 'language', 'isPreferredName'],
    rows: [],
    count: TAXA,
    row: (number) => [accepted(number), `Common name ${wordOf(number)}`, ['en', 'es', 'fr'][number % 3], ''],
  },
  {
    rowType: 'Description',
    terms: ['description', 'type', 'language'],
    rows: [],
    count: TAXA,
    row: (number) => [
      accepted(number),
      `A tree of ${number} m, ${'with leaves and flowers, '.repeat(6)}and fruit.`,
      'general',
      'en',
    ],
  },
  {
    rowType: 'Distribution',
    terms: ['locality', 'establishmentMeans'],
    rows: [],
    count: (TAXA * 4) / 3,
    row: (number) => [accepted(number * 7), `Region ${number % 300}`, number % 5 ? 'native' : 'introduced'],
  },
];

function wordOf(number: number): string {
  return number.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)]);
}

/** The identifier of an accepted row. */
function accepted(number: number): string {
  const index = number % TAXA;
  return `t${Math.floor(index / 2) * 3 + (index % 2)}`;
}

const folder = mkdtempSync(join(tmpdir(), 'sylva-archive-'));
try {
  writeFileSync(join(folder, 'meta.xml'), metaOf(tables));
  let bytes = 0;
  for (const { rowType, terms, count, row } of tables) {
    const path = join(folder, `${rowType.toLowerCase()}.txt`);
    writeFileSync(path, `${['id', ...terms].join('\t')}\n`);
    for (let at = 0; at < count; at += 10_000) {
      const rows = Array.from(
        { length: Math.min(10_000, count - at) },
        (_, index) => `${row(at + index).join('\t')}\n`,
      );
      appendFileSync(path, rows.join(''));
    }
    bytes += statSync(path).size;
  }
  const began = [performance.now(), process.cpuUsage().user];
  let [peak, step] = [0, ''];
  const steps: Record<string, number> = {};
  const megabytes = () => Math.round(process.memoryUsage.rss() / 1e6);
  let told = 0;
  const content = readAll(folder, {
    progress: (name) => {
      if (name === step && ++told % 500 !== 0) return;
      step = name;
      steps[name] = megabytes();
      peak = Math.max(peak, steps[name]);
    },
    archive: WHERE ? { choice: readChoice(WHERE) } : {},
  });
  const seconds = Math.round((performance.now() - began[0]) / 100) / 10;
  const processorSeconds = Math.round((process.cpuUsage().user - began[1]) / 1e5) / 10;
  const { heapUsed } = process.memoryUsage();
  console.log(
    JSON.stringify(
      {
        files: Math.round(bytes / 1e6),
        trees: content.trees.length,
        errors: content.errors.length,
        warnings: content.warnings.length,
        seconds,
        processorSeconds,
        peak: Math.max(peak, megabytes()),
        heap: Math.round(heapUsed / 1e6),
        steps,
      },
      null,
      2,
    ),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
