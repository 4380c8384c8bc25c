// `node scripts/answers.ts FILE`: asks a server of the sample thousands of questions of every kind, the same ones each time,
// and writes what it answered to a file, a line each. Run before and after a change that must change nothing, and compare.

import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { random } from '../bench/random.ts';
import { startSylva } from '../test/support/sylva.ts';
import { until } from '../test/support/until.ts';

const QUESTIONS = 4_000;
/** Another one each time, or for each version of the code. */
const CHANGING = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'etag'];

const next = random(20_261_116);
const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)];
const some = <T>(most: number, make: () => T): T[] => Array.from({ length: Math.floor(next() * (most + 1)) }, make);

const PARAMETERS: Record<string, readonly string[]> = {
  locale: ['en', 'es', 'fr', ''],
  family: ['Fabaceae', 'fagaceae', 'PINACEAE', 'Nowhere', 'Malvaceae'],
  conservationStatus: ['VU', 'endangered', 'En peligro crítico', 'LC', 'XX'],
  tag: ['evergreen', 'frutal', 'timber', 'ancient', 'none-has-it'],
  distribution: ['central-america', 'Central America', 'europe', 'x'.repeat(201)],
  floweringSeason: ['april', 'abril', 'Apr', '4', '04', 'aprl'],
  fruitingSeason: ['october', 'octubre', '10', '13'],
  search: ['oak', 'quercus', 'q', 'roble', 'a b c', 'tree of', 'Ceiba pentandra', '–', '\u0007', 'á', 'zzzz'],
  page: ['1', '2', '3', '999', '01', '0', '-1', 'x', '1000000'],
  pageSize: ['1', '5', '20', '100', '101', '0'],
  sort: ['title', 'scientificName', 'family', 'updatedAt', 'size'],
  order: ['asc', 'desc', 'up'],
  facets: ['family', 'tag', 'conservationStatus', 'distribution', 'floweringSeason', 'fruitingSeason', 'title'],
  q: ['oak'],
  limit: ['5'],
};
const SLUGS = ['ceiba-pentandra', 'adansonia-digitata', 'quercus-robur', 'nothing', 'Ceiba-Pentandra', '%zz', 'a%2Fb'];
const PAGES = [
  ...['/', '/docs', '/openapi.json', '/healthz', '/problems', '/problems/not-found', '/problems/none', '/usage-policy'],
  ...[
    '/assets/icon.svg',
    '/assets/explorer.js',
    '/assets/none',
    '/robots.txt',
    '/favicon.ico',
    '/api',
    '/api/v1',
    '/x',
  ],
  ...['/api/v1/', '/api/v1/trees/', '/api/v1/tree', '/api/v1/families/x', '/api/v1/families/'],
];

function queryString(): string {
  const pairs = some(5, () => {
    const name = pick(Object.keys(PARAMETERS));
    return `${name}=${encodeURIComponent(pick(PARAMETERS[name]))}`;
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function target(): string {
  const kind = next();
  if (kind < 0.6) return `/api/v1/trees${queryString()}`;
  if (kind < 0.75) return `/api/v1/trees/${pick(SLUGS)}${queryString()}`;
  if (kind < 0.85) return `/api/v1/families${queryString()}`;
  return pick(PAGES) + (next() < 0.2 ? queryString() : '');
}

function headers(key: string): Record<string, string> {
  const given: Record<string, string> = {};
  const kind = next();
  if (kind < 0.9) given['X-API-Key'] = key;
  else if (kind < 0.95) given['X-API-Key'] = 'sylva_wrong';
  if (next() < 0.6)
    given['Accept-Encoding'] = pick(['gzip', 'br', 'zstd', 'gzip, br', '*', 'identity', 'br;q=0.1, gzip']);
  if (next() < 0.1) given['If-None-Match'] = pick(['*', '"x"', 'W/"y", *']);
  if (next() < 0.1) given.Origin = pick(['https://partner.example', 'https://other.example']);
  if (next() < 0.2) given.Accept = pick(['text/html', 'application/json', '*/*']);
  if (next() < 0.05) given['Access-Control-Request-Method'] = 'GET';
  return given;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function ask(origin: string, key: string): Promise<string> {
  const method = pick(['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'HEAD', 'OPTIONS', 'POST', 'DELETE']);
  const path = target();
  const given = headers(key);
  const answer = await new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>(
    (resolve, reject) => {
      const asked = request(origin + path, { method, agent, headers: given }, async (response) => {
        const chunks: Buffer[] = await response.toArray();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
      asked.on('error', reject).end();
    },
  );
  const shown = Object.entries(answer.headers).map(([name, value]) => [name, CHANGING.includes(name) ? '…' : value]);
  const body = answer.body.toString('latin1').replaceAll(String(answer.headers['x-request-id']), 'id');
  const { 'X-API-Key': sent = 'none', ...others } = given;
  const asked = `${method} ${path} ${sent === key ? 'key' : sent} ${JSON.stringify(others)}`;
  return `${asked} ⇒ ${answer.status} ${JSON.stringify(shown)} ${answer.body.length} ${hash('sha256', Buffer.from(body, 'latin1'))}`;
}

const [file] = process.argv.slice(2);
if (!file) throw new Error('Say which file to write: node scripts/answers.ts FILE');
const data = mkdtempSync(join(tmpdir(), 'sylva-answers-'));
const ends: (() => void)[] = [];
try {
  const flags = [
    '--data',
    data,
    '--rate-limit',
    '1000000',
    '--cors-origin',
    'https://partner.example',
    '--threads',
    '1',
  ];
  const running = await startSylva({ after: (end) => ends.push(end as () => void) }, ['start', ...flags]);
  const shownKey = () => /sylva_[0-9A-Za-z]{38}/.exec(running.output())?.[0];
  await until(() => shownKey() !== undefined);
  const key = shownKey() as string;
  const lines: string[] = [];
  for (let question = 0; question < QUESTIONS; question++) lines.push(await ask(running.origin, key));
  writeFileSync(file, lines.map((line) => `${line.replaceAll(running.origin, '')}\n`).join(''));
  console.log(`${QUESTIONS} answers are in ${file}.`);
} finally {
  agent.destroy();
  for (const end of ends) end();
  rmSync(data, { recursive: true, force: true });
}
