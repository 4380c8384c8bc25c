import { basename, extname } from 'node:path';
import type { Settings } from '../../config/settings.ts';
import { csvRows } from '../../content/formats/csv.ts';
import { readUtf8 } from '../../content/source/files.ts';
import { Findings } from '../../content/source/findings.ts';
import { isBlank, quote, trimmed } from '../../domain/text.ts';
import { fold } from '../../domain/vocabulary.ts';
import { readRecord } from '../../snapshot/open.ts';
import type { Command } from '../framework/command.ts';
import { Failure, UsageError } from '../framework/errors.ts';
import { openCatalogue } from '../framework/revision.ts';

const MAX_BYTES = 500_000_000;
const TABLES = ['.csv', '.tsv'];
/** Usual headers of the column of names, folded. */
const NAME_COLUMNS = ['scientificname', 'scientific name', 'nombre cientifico', 'species', 'especie', 'taxon', 'name'];
const ADDED = ['match.status', 'match.slug', 'match.scientificName', 'match.candidates'];
const ROWS_AT_ONCE = 1_000;

export const matchNames: Command = {
  name: 'names match',
  summary: 'tell which trees the names of a file mean',
  positionals: ['FILE'],
  flags: {
    column: { value: 'NAME', help: 'the column of a table that holds the names; found by its name or else the first' },
  },
  does: ['open-store'],
  example: 'sylva names match herbarium.csv > matched.csv\nsylva names match list.txt --json',
  async run({ positionals: [path], settings, flag, json, output }) {
    const { header, rows, at } = readNames(path, flag('column'));
    const match = await matcherOf(settings);
    if (json) {
      const matched = rows.map((cells) => match(cells[at] ?? ''));
      output.printJson(JSON.stringify(matched, null, 2));
      return 0;
    }
    const width = rows.reduce((widest, cells) => Math.max(widest, cells.length), header.length);
    output.printData(toCsv([[...padded(header, width), ...ADDED]]));
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const some = rows.slice(start, start + ROWS_AT_ONCE);
      await output.printData(toCsv(some.map((cells) => [...padded(cells, width), ...cellsOf(match(cells[at] ?? ''))])));
    }
    return 0;
  },
};

interface Names {
  header: string[];
  rows: string[][];
  /** The index of the names in a row. */
  at: number;
}

/** From a table with a header, or a name per line. */
function readNames(path: string, column: string | undefined): Names {
  const findings = new Findings();
  const bytes = readUtf8({ path, name: basename(path) }, MAX_BYTES, findings);
  const [problem] = findings.errors;
  if (!bytes || problem) throw new Failure(`${basename(path)}: ${problem?.message}`);
  const text = bytes.toString().replace(/^\ufeff/, '');
  if (TABLES.includes(extname(path).toLowerCase())) return readTable(text, column);
  if (column !== undefined) throw new UsageError('--column is for tables: FILE must end with .csv or .tsv.');
  const lines = text.split(/\r?\n/).map(trimmed);
  return { header: ['name'], rows: lines.filter((line) => !isBlank(line)).map((line) => [line]), at: 0 };
}

function readTable(text: string, column: string | undefined): Names {
  const [first, ...rows] = csvRows(text);
  const broken = [first, ...rows].find((row) => row?.problem);
  if (broken) throw new Failure(`Line ${broken.line}: ${broken.problem}`);
  const header = first ? first.cells.map(trimmed) : [];
  const folded = header.map(fold);
  const wanted = column === undefined ? NAME_COLUMNS : [fold(column)];
  const at = wanted.map((name) => folded.indexOf(name)).find((index) => index !== -1);
  if (at === undefined && column !== undefined)
    throw new UsageError(`There is no column ${quote(column)}; there are ${header.map(quote).join(', ')}.`);
  return { header, rows: rows.map(({ cells }) => cells).filter((cells) => !cells.every(isBlank)), at: at ?? 0 };
}

interface Matched {
  name: string;
  status: string;
  slug: string | null;
  scientificName: string | null;
  candidates: string[];
}

async function matcherOf(settings: Settings): Promise<(name: string) => Matched> {
  const { catalogue } = await openCatalogue(settings);
  return (name) => {
    const { status, tree, candidates } = catalogue.matchName(name);
    const { records, slugs } = catalogue.snapshot;
    const known = tree === undefined ? undefined : readRecord(records.en, tree, 'summary');
    return {
      name,
      status,
      slug: known?.slug ?? null,
      scientificName: known?.scientificName ?? null,
      candidates: candidates.map((each) => slugs.get(each)),
    };
  };
}

function cellsOf({ status, slug, scientificName, candidates }: Matched): string[] {
  return [status, slug ?? '', scientificName ?? '', candidates.join('|')];
}

function padded(cells: string[], length: number): string[] {
  return [...cells, ...Array<string>(length - cells.length).fill('')];
}

const NEEDS_QUOTES = /[",;\t\r\n]/;

function toCsv(rows: string[][]): string {
  const cell = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(cell).join(',')).join('\n');
}
