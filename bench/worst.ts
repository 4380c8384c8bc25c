// What the dearest question costs the thread that serves, found by searching for it: random questions, of which the dearest
// have descendants. A question is read, answered, put together and compressed as the server does it.

import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { Catalogue } from '../src/catalogue/catalogue.ts';
import { JsonWriter } from '../src/catalogue/json-writer.ts';
import { listTrees } from '../src/http/operations/list-trees.ts';
import { matchNames } from '../src/http/operations/match-names.ts';
import type { JsonOperation } from '../src/http/operations/operation.ts';
import type { Published } from '../src/http/pipeline/service.ts';
import { ParsedQuery } from '../src/http/query/parsed-query.ts';
import { encode } from '../src/http/response/encoding.ts';
import { invalidParameters, problemBody } from '../src/http/response/problems.ts';
import { ChangeLog, encodeChangeLog } from '../src/snapshot/change-log.ts';
import { compile } from '../src/snapshot/compile.ts';
import { openSnapshot } from '../src/snapshot/open.ts';
import { Breeder, nameValues, type Question, strangeValues, toQueryString, validValues } from './expensive.ts';
import { generateTrees } from './generate.ts';
import { printTable } from './measure.ts';
import { random } from './random.ts';

const SEEDS = [1, 2, 3, 4];
const GENERATIONS = 60;
const PARENTS = 20;
const CHILDREN = 40;
const REPEATS = 3;
/** The worst are timed once more, so that none of them is there by a disturbance of the machine. */
const FINAL_REPEATS = 15;
const SHOWN = 10;
const LONGEST_SHOWN = 100;

interface Timed {
  question: Question;
  /** Of the longest piece, before others have their turn. */
  milliseconds: number;
  inAll: number;
}

export async function benchWorst(species: number): Promise<void> {
  flushCompileCache();
  const worker = new Worker(fileURLToPath(import.meta.url), {
    workerData: species,
    resourceLimits: { maxOldGenerationSizeMb: 8192 },
  });
  await new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject));
}

async function searchWorst(species: number): Promise<void> {
  const snapshot = openSnapshot(compile({ trees: [...generateTrees(species)], families: new Map() }));
  const changeLog = new ChangeLog(encodeChangeLog({ revisions: [1], slugs: [] }));
  const published = { catalogue: new Catalogue(snapshot), changeLog, revision: 'r1', number: 1, publishedAt: '' };
  const searches: Record<string, [Breeder, JsonOperation]> = {
    'lists that are answered': [new Breeder(validValues(snapshot)), listTrees],
    'lists that are refused': [new Breeder(strangeValues(snapshot)), listTrees],
    'names that are matched': [new Breeder(nameValues(snapshot)), matchNames],
  };
  for (const [kind, [breeder, operation]] of Object.entries(searches)) {
    const timeOf = async (question: Question, repeats: number) => ({
      question,
      ...(await leastTime(question, operation, published, repeats)),
    });
    const found: Timed[] = [];
    for (const seed of SEEDS) {
      for (const { question } of await evolve(breeder, timeOf, seed)) found.push(await timeOf(question, FINAL_REPEATS));
    }
    printTable(
      `The dearest questions, ${kind}, ${species.toLocaleString('en')} species, seeds ${SEEDS}`,
      found.sort(dearestFirst).slice(0, SHOWN).map(rowOf),
    );
  }
}

type Time = (question: Question, repeats: number) => Promise<Timed>;

/** The dearest questions that some generations led to. Parents are timed again with each: luck does not make a long line. */
async function evolve(breeder: Breeder, timeOf: Time, seed: number): Promise<Timed[]> {
  const next = random(seed);
  let parents: Timed[] = [];
  for (let at = 0; at < PARENTS + CHILDREN; at++) parents.push(await timeOf(breeder.random(next), REPEATS));
  for (let generation = 0; generation < GENERATIONS; generation++) {
    const any = () => parents[Math.floor(next() * parents.length)].question;
    const family: Timed[] = [];
    for (const { question, milliseconds, inAll } of parents) {
      const again = await timeOf(question, 1);
      family.push({
        question,
        milliseconds: Math.min(milliseconds, again.milliseconds),
        inAll: Math.min(inAll, again.inAll),
      });
    }
    for (let child = 0; child < CHILDREN; child++) {
      family.push(await timeOf(breeder.child(any(), any(), next), REPEATS));
    }
    parents = family.sort(dearestFirst).slice(0, PARENTS);
  }
  return parents;
}

function dearestFirst(a: Timed, b: Timed): number {
  return b.milliseconds - a.milliseconds;
}

/** The least of some times: what disturbs a thread only ever adds. A body that is compressed elsewhere is not waited for. */
async function leastTime(question: Question, operation: JsonOperation, published: Published, repeats: number) {
  const queryString = toQueryString(question);
  const least = { milliseconds: Number.POSITIVE_INFINITY, inAll: Number.POSITIVE_INFINITY };
  for (let repeat = 0; repeat < repeats; repeat++) {
    const watch = new PieceWatch();
    const { body } = await answer(queryString, question.encoding, operation, published);
    const pieces = watch.stop();
    least.milliseconds = Math.min(least.milliseconds, Math.max(...pieces));
    least.inAll = Math.min(
      least.inAll,
      pieces.reduce((sum, piece) => sum + piece),
    );
    await body;
  }
  return least;
}

/** The processor's time, in milliseconds, that each turn of the thread takes from now on. */
class PieceWatch {
  readonly #pieces: number[] = [];
  #start = process.cpuUsage();
  #next = setImmediate(() => this.#turn());

  stop(): number[] {
    clearImmediate(this.#next);
    this.#note();
    return this.#pieces;
  }

  #turn(): void {
    this.#note();
    this.#next = setImmediate(() => this.#turn());
  }

  #note(): void {
    const { user, system } = process.cpuUsage(this.#start);
    this.#pieces.push((user + system) / 1000);
    this.#start = process.cpuUsage();
  }
}

const memory = Buffer.allocUnsafeSlow(64 * 1024);

async function answer(
  queryString: string,
  encoding: Question['encoding'],
  operation: JsonOperation,
  published: Published,
): Promise<{ body: unknown }> {
  const given = new ParsedQuery(queryString, operation.parameters);
  if (given.faults.length > 0) return { body: problemBody(invalidParameters(given.faults), 'id', '') };
  const json = new JsonWriter('', memory);
  const write = await operation.answer({
    given,
    published,
    base: '',
    defaultLocale: 'en',
    rateWindow: 60,
    slug: '',
    json,
  });
  if (typeof write === 'function') write(json);
  return { body: encode(json.written, encoding) };
}

function rowOf({ question, milliseconds, inAll }: Timed): Record<string, string> {
  const queryString = toQueryString(question);
  const isLong = queryString.length > LONGEST_SHOWN;
  return {
    question: isLong ? `${queryString.slice(0, LONGEST_SHOWN)}… (${queryString.length} characters)` : queryString,
    encoding: question.encoding,
    'ms at once': milliseconds.toFixed(2),
    'in all': inAll.toFixed(2),
  };
}

if (!isMainThread) await searchWorst(workerData as number);
