// What the dearest question costs, found by searching for it: random questions, of which the dearest have descendants. A
// question is read, answered, put together and compressed as the server does it.

import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { Catalogue } from '../src/catalogue/catalogue.ts';
import { JsonWriter } from '../src/catalogue/json-writer.ts';
import { encode } from '../src/http/encoding.ts';
import { listTrees } from '../src/http/operations/list-trees.ts';
import { LIST_PARAMETERS } from '../src/http/parameters.ts';
import { ParsedQuery } from '../src/http/parsed-query.ts';
import { invalidParameters, problemBody } from '../src/http/problems.ts';
import type { Published } from '../src/http/service.ts';
import { Chronicle } from '../src/snapshot/chronicle.ts';
import { compile } from '../src/snapshot/compile.ts';
import { openSnapshot } from '../src/snapshot/open.ts';
import { emptyChronicle } from '../src/snapshot/write-chronicle.ts';
import { Breeder, type Question, toQueryString } from './expensive.ts';
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
  milliseconds: number;
}

export async function benchWorst(species: number): Promise<void> {
  flushCompileCache();
  const worker = new Worker(fileURLToPath(import.meta.url), {
    workerData: species,
    resourceLimits: { maxOldGenerationSizeMb: 8192 },
  });
  await new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject));
}

function searchWorst(species: number): void {
  const snapshot = openSnapshot(compile({ trees: [...generateTrees(species)], families: new Map() }));
  const chronicle = new Chronicle(emptyChronicle());
  const published = { catalogue: new Catalogue(snapshot), chronicle, revision: 'r1', number: 1, publishedAt: '' };
  for (const isFaulty of [false, true]) {
    const breeder = new Breeder(snapshot, isFaulty);
    const found = SEEDS.flatMap((seed) => evolve(breeder, published, seed))
      .map(({ question }) => ({ question, milliseconds: timeOf(question, published, FINAL_REPEATS) }))
      .sort(dearestFirst);
    const kind = isFaulty ? 'refused' : 'answered';
    printTable(
      `The dearest questions that are ${kind}, ${species.toLocaleString('en')} species, seeds ${SEEDS}`,
      found.slice(0, SHOWN).map(rowOf),
    );
  }
}

/** The dearest questions that some generations led to. Parents are timed again with each: luck does not make a long line. */
function evolve(breeder: Breeder, published: Published, seed: number): Timed[] {
  const next = random(seed);
  const timed = (question: Question) => ({ question, milliseconds: timeOf(question, published, REPEATS) });
  const again = ({ question, milliseconds }: Timed) => ({
    question,
    milliseconds: Math.min(milliseconds, timeOf(question, published, 1)),
  });
  let parents = Array.from({ length: PARENTS + CHILDREN }, () => timed(breeder.random(next)));
  for (let generation = 0; generation < GENERATIONS; generation++) {
    const any = () => parents[Math.floor(next() * parents.length)].question;
    const children = Array.from({ length: CHILDREN }, () => timed(breeder.child(any(), any(), next)));
    parents = [...parents.map(again), ...children].sort(dearestFirst).slice(0, PARENTS);
  }
  return parents;
}

function dearestFirst(a: Timed, b: Timed): number {
  return b.milliseconds - a.milliseconds;
}

/** The least of some times: what disturbs a thread only ever adds. */
function timeOf(question: Question, published: Published, repeats: number): number {
  const queryString = toQueryString(question);
  let least = Number.POSITIVE_INFINITY;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const start = process.cpuUsage();
    answer(queryString, question.encoding, published);
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const memory = Buffer.allocUnsafeSlow(64 * 1024);

function answer(queryString: string, encoding: Question['encoding'], published: Published): Buffer {
  const given = new ParsedQuery(queryString, LIST_PARAMETERS);
  if (given.faults.length > 0) return problemBody(invalidParameters(given.faults), 'id', '');
  const json = new JsonWriter('', memory);
  listTrees.answer({ given, published, base: '', defaultLocale: 'en', slug: '', json });
  return encode(json.written, encoding).encoded;
}

function rowOf({ question, milliseconds }: Timed): Record<string, string> {
  const queryString = toQueryString(question);
  const isLong = queryString.length > LONGEST_SHOWN;
  return {
    question: isLong ? `${queryString.slice(0, LONGEST_SHOWN)}… (${queryString.length} characters)` : queryString,
    encoding: question.encoding,
    ms: milliseconds.toFixed(2),
  };
}

if (!isMainThread) searchWorst(workerData as number);
