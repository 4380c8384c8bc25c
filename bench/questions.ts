// What each question costs inside the catalogue module, at growing sizes.

import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { Catalogue } from '../src/catalogue/catalogue.ts';
import { JsonWriter } from '../src/catalogue/json-writer.ts';
import type { ListQuery } from '../src/catalogue/query.ts';
import type { Tree } from '../src/domain/tree.ts';
import { compile } from '../src/snapshot/compile.ts';
import { openSnapshot } from '../src/snapshot/open.ts';
import { generateTrees } from './generate.ts';
import { printTable, timeCalls } from './measure.ts';

const ROUNDS = 3_000;
const NAMES_AT_ONCE = 100;
const ROUNDS_OF_NAMES = 200;

type Ask = Partial<ListQuery>;

/** A question of one kind for each round, over what the catalogue holds. */
function kinds(trees: Tree[]): Record<string, (round: number) => Ask> {
  const at = (round: number) => trees[(round * 7919) % trees.length];
  const lastPage = Math.ceil(trees.length / 20);
  const months = ['january', 'april', 'july', 'october'];
  const word = (round: number) => at(round).texts.en?.description.split(' ')[round % 40] as string;
  const nameWord = (round: number) => at(round).commonNames[round % 2].name.split(' ')[round % 2];
  return {
    'page 1': () => ({}),
    'page 3,000, or the last': () => ({ page: Math.min(3000, lastPage) }),
    'any page, any sort': (round) => ({
      page: 1 + ((round * 31) % lastPage),
      sort: (['scientificName', 'family', 'updatedAt'] as const)[round % 3],
      order: round % 2 ? 'desc' : 'asc',
    }),
    'one family': (round) => ({ filters: { family: [at(round).family] } }),
    'one month, page 1': (round) => ({ filters: { floweringSeason: [months[round % 4]] } }),
    'one month, its last page': (round) => ({
      filters: { floweringSeason: [months[round % 4]] },
      page: Math.ceil(trees.length / 6 / 20),
    }),
    'family, month and region': (round) => ({
      filters: {
        family: [at(round).family],
        fruitingSeason: [months[round % 4]],
        distribution: at(round + 1).distribution.slice(0, 1),
      },
      sort: 'updatedAt',
    }),
    'search, one word': (round) => ({ search: word(round) }),
    'search, two words': (round) => ({ search: `${word(round)} ${word(round + 1)}` }),
    'search, first letter': (round) => ({ search: word(round)[0] }),
    'search, start of a name': (round) => ({ search: at(round).scientificName.slice(0, 6) }),
    'search in names, one word': (round) => ({ search: nameWord(round), searchIn: 'names' }),
    'search in all, two words': (round) => ({ search: `${nameWord(round)} ${word(round)}`, searchIn: 'all' }),
    'search in all, first letter': (round) => ({ search: nameWord(round)[0], searchIn: 'all' }),
    'search in names, a whole one': (round) => ({ search: at(round).synonyms[0], searchIn: 'names' }),
    'search with a slip: suggestions': (round) => ({ search: withSlip(nameWord(round), round), searchIn: 'all' }),
    'search, sorted by date': (round) => ({ search: word(round), sort: 'updatedAt', order: 'desc' }),
    'three facets': (round) => ({
      facets: ['family', 'tag', 'floweringSeason'],
      filters: { floweringSeason: [months[round % 4]] },
    }),
  };
}

/** Lists of names as partners send them. */
function namesToMatch(trees: Tree[]): Record<string, string[][]> {
  const lists = (nameOf: (tree: Tree, at: number) => string) =>
    Array.from({ length: ROUNDS_OF_NAMES }, (_, round) =>
      Array.from({ length: NAMES_AT_ONCE }, (_, index) => {
        const at = round * NAMES_AT_ONCE + index;
        return nameOf(trees[(at * 7919) % trees.length], at);
      }),
    );
  return {
    '100 names, as they are': lists(({ scientificName, synonyms }, at) => (at % 2 ? scientificName : synonyms[0])),
    '100 names, a slip in each': lists(({ scientificName }, at) => withSlip(scientificName, at)),
  };
}

/** A letter that is left out, doubled, exchanged or swapped with the next. */
function withSlip(name: string, round: number): string {
  const at = 1 + (round % (name.length - 2));
  const slips = ['', name[at].repeat(2), name[at] === 'k' ? 'j' : 'k', name[at + 1] + name[at]];
  return name.slice(0, at) + slips[round % 4] + name.slice(at + (round % 4 === 3 ? 2 : 1));
}

interface Prepared {
  questions: [string, ListQuery[]][];
  names: Record<string, string[][]>;
  catalogue: Catalogue;
}

/** The questions of each kind, and the catalogue to ask; the trees themselves are let go, as in a server. */
function prepare(size: number): Prepared {
  const trees = [...generateTrees(size)];
  const questions = Object.entries(kinds(trees)).map(([kind, ask]): [string, ListQuery[]] => [
    kind,
    Array.from({ length: ROUNDS }, (_, round) => ({ locale: 'en', filters: {}, page: 1, pageSize: 20, ...ask(round) })),
  ]);
  const catalogue = new Catalogue(openSnapshot(compile({ trees, families: new Map() })));
  return { questions, names: namesToMatch(trees), catalogue };
}

function benchSize(size: number): void {
  const { questions, names, catalogue } = prepare(size);
  const records = catalogue.snapshot.records.en;
  const memory = Buffer.allocUnsafeSlow(256 * 1024);
  const rows = questions.map(([question, queries]) => {
    const found = timeCalls(ROUNDS, (round) => catalogue.list(queries[round]));
    const answered = timeCalls(ROUNDS, (round) => {
      return new JsonWriter('', memory).trees(records, catalogue.list(queries[round]).trees, 'record').written;
    });
    return {
      question,
      'mean ms': found.mean.toFixed(4),
      'p99 ms': found.p99.toFixed(4),
      'with its bytes, mean ms': answered.mean.toFixed(4),
    };
  });
  printTable(`Inside the catalogue, ${size.toLocaleString('en')} species`, rows);
  const matched = Object.entries(names).map(([list, lists]) => {
    const { mean, p99 } = timeCalls(lists.length, (round) => lists[round].map((name) => catalogue.matchName(name)));
    return { list, 'mean ms': mean.toFixed(2), 'p99 ms': p99.toFixed(2) };
  });
  printTable(`Names matched, ${size.toLocaleString('en')} species`, matched);
}

/** In a thread that loads every module from the compile cache: stripping types detaches buffers, which slows every typed array after it. */
export async function benchQuestions(sizes: number[]): Promise<void> {
  flushCompileCache();
  const worker = new Worker(fileURLToPath(import.meta.url), {
    workerData: sizes,
    resourceLimits: { maxOldGenerationSizeMb: 8192 },
  });
  await new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject));
}

if (!isMainThread) for (const size of workerData as number[]) benchSize(size);
