// Lists the pages and files outside the API.

import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { INSTALLATION } from '../../config/installation.ts';
import { IMAGE_TYPES } from '../../config/kinds.ts';
import type { AllSettings, Settings } from '../../config/settings.ts';
import { ANY_ROUTE, OPERATIONS } from '../operations/routes.ts';
import type { Exchange } from '../pipeline/exchange.ts';
import type { CheckSource, Service } from '../pipeline/service.ts';
import { pageHeaders, STATE_HEADERS, VARY_ACCEPT } from '../response/headers.ts';
import { PROBLEMS, type ProblemCode } from '../response/problems.ts';
import { CLIENTS, CLIENTS_PATH, offeredAt } from './clients.ts';
import { sendHealth, sendReadiness } from './health.ts';
import {
  clientsPage,
  DOCS_PAGE,
  explorerPage,
  PLAIN_PAGE_POLICY,
  prefersPage,
  problemPage,
  SCRIPTED_PAGE_POLICY,
  USAGE_POLICY_PATH,
  usagePolicyPage,
} from './html.ts';
import { PREVIEW_PATH, refuseForeignHost, sendCheck } from './preview.ts';
import { HTML, WebFile } from './web-file.ts';

export interface Resource {
  send(exchange: Exchange, service: Service): void | Promise<void>;
}

interface Page {
  /** Its label in log and metrics. */
  route: string;
  /** Resources by path. */
  resources(settings: AllSettings): Record<string, Resource>;
}

const WEB = new URL('web/', INSTALLATION);
/** Built by bin/build.mjs. */
const BUILT = new URL('dist/', WEB);

const unlessOff = ({ docs }: Settings, resources: Record<string, Resource>) => (docs === 'off' ? {} : resources);

export const PAGES: readonly Page[] = [
  { route: '/', resources: (settings) => unlessOff(settings, { '/': explorer(settings) }) },
  { route: '/healthz', resources: () => ({ '/healthz': { send: sendHealth } }) },
  { route: '/readyz', resources: () => ({ '/readyz': { send: sendReadiness } }) },
  {
    route: '/docs',
    resources: (settings) => unlessOff(settings, { '/docs': html(() => DOCS_PAGE, SCRIPTED_PAGE_POLICY) }),
  },
  { route: '/openapi.json', resources: (settings) => unlessOff(settings, { '/openapi.json': document(settings) }) },
  {
    route: USAGE_POLICY_PATH,
    resources: (settings) => ({ [USAGE_POLICY_PATH]: html(() => usagePolicyPage(settings)) }),
  },
  {
    route: CLIENTS_PATH,
    resources: ({ publicUrl }) => ({ [CLIENTS_PATH]: { send: (each) => sendClients(each, publicUrl) } }),
  },
  { route: `${CLIENTS_PATH}{file}`, resources: clientFiles },
  { route: '/problems/{code}', resources: problemPages },
  {
    route: '/assets/{name}',
    resources: (settings) => ({
      ...assets(WEB, 'site.css', 'icon.svg'),
      ...unlessOff(settings, {
        ...assets(WEB, 'world-map.json'),
        ...assets(BUILT, 'explorer.js', 'qr.js', 'explorer-style.css', 'reference.js', 'reference-style.css'),
        ...logo(settings),
      }),
    }),
  },
];

/** Replaces the explorer's page and adds the checks; both are counted without a route. */
export function previewPage(checks: CheckSource): Page {
  const resources = (settings: AllSettings) => ({
    '/': explorer(settings, true),
    [PREVIEW_PATH]: { send: (exchange: Exchange) => sendCheck(exchange, checks) },
  });
  return { route: '', resources };
}

/** For metrics. */
export const ROUTE_LABELS = [...OPERATIONS, { route: ANY_ROUTE }, ...PAGES].map(({ route }) => route);

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

function assets(folder: URL, ...names: string[]): Record<string, Resource> {
  const read = folder === BUILT ? readPrepared : readFile;
  const fileOf = (name: string) => new WebFile(TYPES[extname(name)], () => read(new URL(name, folder)));
  return Object.fromEntries(names.map((name) => [`/assets/${name}`, fileOf(name)]));
}

/** An SVG may hold a script: the policy forbids it to run. */
function logo({ catalogueLogo }: Settings): Record<string, Resource> {
  if (catalogueLogo === null) return {};
  const type = IMAGE_TYPES[extname(catalogueLogo)];
  return { '/assets/logo': new WebFile(type, () => readFile(catalogueLogo), PLAIN_PAGE_POLICY) };
}

function problemPages({ publicUrl, docs }: Settings): Record<string, Resource> {
  const pageOf = (code: ProblemCode) => html(() => problemPage(code, publicUrl ?? '', docs === 'on'));
  const codes = Object.keys(PROBLEMS) as ProblemCode[];
  return Object.fromEntries(codes.map((code) => [`/problems/${code}`, pageOf(code)]));
}

/** Without a public address, shows this machine's own names only: the host in a request may be an attacker's. */
function sendClients(exchange: Exchange, publicUrl: string | null): void {
  const offer = offeredAt(publicUrl ?? (refuseForeignHost(exchange) ? undefined : `http://${exchange.header('host')}`));
  const [headers, body] = prefersPage(exchange.header('accept'))
    ? [pageHeaders(HTML, PLAIN_PAGE_POLICY), clientsPage(offer)]
    : [STATE_HEADERS, JSON.stringify(offer)];
  exchange.send(200, [...headers, ...VARY_ACCEPT], Buffer.from(body));
}

function clientFiles(): Record<string, Resource> {
  const fileOf = (name: string, type: string) =>
    new WebFile(type, () => readPrepared(new URL(`clients/${name}`, BUILT)));
  return Object.fromEntries(CLIENTS.map(({ file, type }) => [`${CLIENTS_PATH}${file}`, fileOf(file, type)]));
}

/** Reads a file that set-up builds. */
export async function readPrepared(file: URL): Promise<Buffer> {
  return await readFile(file).catch((cause) => {
    throw new Error('The explorer and the clients have not been prepared on this server: ./bin/setup does it.', {
      cause,
    });
  });
}

function explorer(settings: Settings, isPreview = false): WebFile {
  const load = async () => {
    await readPrepared(new URL('explorer.js', BUILT));
    return explorerPage(settings, isPreview);
  };
  return html(load, SCRIPTED_PAGE_POLICY);
}

/** Loaded on the first request: most servers never need it. */
function document(settings: AllSettings): WebFile {
  return new WebFile('application/json', async () => {
    const { openApiDocument } = await import('../openapi/document.ts');
    return Buffer.from(JSON.stringify(openApiDocument(settings)));
  });
}

function html(load: () => string | Promise<string>, policy = PLAIN_PAGE_POLICY): WebFile {
  return new WebFile(HTML, async () => Buffer.from(await load()), policy);
}
