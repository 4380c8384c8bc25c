// In charge of what lies beside the API: one table of pages and files, for people, browsers, tools and load balancers.

import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { INSTALLATION } from '../../config/installation.ts';
import { IMAGE_TYPES } from '../../config/kinds.ts';
import type { AllSettings, Settings } from '../../config/settings.ts';
import { ANY_ROUTE, OPERATIONS } from '../operations/routes.ts';
import type { Exchange } from '../pipeline/exchange.ts';
import type { Service } from '../pipeline/service.ts';
import { BY_ACCEPT, OF_STATE, ofOwnPage } from '../response/headers.ts';
import { PROBLEMS, type ProblemCode } from '../response/problems.ts';
import { CLIENTS, CLIENTS_PATH, offeredAt } from './clients.ts';
import { showHealth, showReadiness } from './health.ts';
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
import { ownerOf } from './owner.ts';
import { PREVIEW_PATH, showCheck, strangeHost } from './preview.ts';
import type { Checks } from './preview-checks.ts';
import { HTML, WebFile } from './web-file.ts';

interface Shown {
  send(exchange: Exchange, service: Service): void | Promise<void>;
}

interface Page {
  /** Its label in log and metrics. A path has none in braces, but whatever stands there. */
  route: string;
  /** By path. */
  shown(settings: AllSettings): Record<string, Shown>;
}

const OURS = new URL('web/', INSTALLATION);
/** Made by bin/build.mjs. */
const PREPARED = new URL('dist/', OURS);

/** The explorer and the reference are there unless they are switched off. */
const unlessOff = ({ docs }: Settings, shown: Record<string, Shown>) => (docs === 'off' ? {} : shown);

export const PAGES: readonly Page[] = [
  {
    route: '/',
    shown: (settings) =>
      unlessOff(settings, { '/': html(() => prepared(explorerPage(ownerOf(settings))), SCRIPTED_PAGE_POLICY) }),
  },
  { route: '/healthz', shown: () => ({ '/healthz': { send: showHealth } }) },
  { route: '/readyz', shown: () => ({ '/readyz': { send: showReadiness } }) },
  {
    route: '/docs',
    shown: (settings) => unlessOff(settings, { '/docs': html(() => DOCS_PAGE, SCRIPTED_PAGE_POLICY) }),
  },
  { route: '/openapi.json', shown: (settings) => unlessOff(settings, { '/openapi.json': document(settings) }) },
  {
    route: USAGE_POLICY_PATH,
    shown: (settings) => ({ [USAGE_POLICY_PATH]: html(() => usagePolicyPage(settings), PLAIN_PAGE_POLICY) }),
  },
  {
    route: CLIENTS_PATH,
    shown: ({ publicUrl }) => ({ [CLIENTS_PATH]: { send: (each) => showClients(each, publicUrl) } }),
  },
  { route: `${CLIENTS_PATH}{file}`, shown: clientFiles },
  { route: '/problems/{code}', shown: problemPages },
  {
    route: '/assets/{name}',
    shown: (settings) => ({
      ...assets(OURS, ['site.css', 'icon.svg']),
      ...unlessOff(settings, {
        ...assets(OURS, ['world-map.json']),
        ...assets(
          PREPARED,
          ['explorer.js', 'qr.js', 'explorer-style.css', 'reference.js', 'reference-style.css'],
          readPrepared,
        ),
        ...logo(settings),
      }),
    }),
  },
];

/** Beside the others, or in the place of one; they are counted with all that is of no route. */
export function previewPages(checks: Checks): Page[] {
  const shown = (settings: AllSettings) => ({
    '/': html(() => prepared(explorerPage(ownerOf(settings), true)), SCRIPTED_PAGE_POLICY),
    [PREVIEW_PATH]: { send: (exchange: Exchange) => showCheck(exchange, checks) },
  });
  return [{ route: '', shown }];
}

/** The labels of all routes in the metrics, so that none can be forgotten. */
export const ROUTE_LABELS = [...OPERATIONS.map(({ route }) => route), ANY_ROUTE, ...PAGES.map(({ route }) => route)];

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
};

function assets(folder: URL, names: string[], read: (file: URL) => Promise<Buffer> = readFile): Record<string, Shown> {
  return Object.fromEntries(
    names.map((name) => {
      const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
      return [`/assets/${name}`, new WebFile(type, () => read(new URL(name, folder)))];
    }),
  );
}

/** A drawing may hold a script, which runs nowhere under this policy. */
function logo({ catalogueLogo }: Settings): Record<string, Shown> {
  if (catalogueLogo === null) return {};
  const type = IMAGE_TYPES[extname(catalogueLogo)];
  return { '/assets/logo': new WebFile(type, () => readFile(catalogueLogo), PLAIN_PAGE_POLICY) };
}

function problemPages({ publicUrl, docs }: Settings): Record<string, Shown> {
  const pageOf = (code: ProblemCode) =>
    html(() => problemPage(code, publicUrl ?? '', docs === 'on'), PLAIN_PAGE_POLICY);
  return Object.fromEntries(
    (Object.keys(PROBLEMS) as ProblemCode[]).map((code) => [`/problems/${code}`, pageOf(code)]),
  );
}

/**
 * A page for a browser, a list for a program. The name in a request may be an attacker's: without a public address, only
 * this machine's own names are shown.
 */
function showClients(exchange: Exchange, publicUrl: string | null): void {
  const offer = offeredAt(publicUrl ?? (strangeHost(exchange) ? undefined : `http://${exchange.header('host')}`));
  const [headers, body] = prefersPage(exchange.header('accept'))
    ? [ofOwnPage(HTML, PLAIN_PAGE_POLICY), clientsPage(offer)]
    : [OF_STATE, JSON.stringify(offer)];
  exchange.send(200, [...headers, ...BY_ACCEPT], Buffer.from(body));
}

function clientFiles(): Record<string, Shown> {
  return Object.fromEntries(
    CLIENTS.map(({ file, type }) => [
      `${CLIENTS_PATH}${file}`,
      new WebFile(type, () => readPrepared(new URL(`clients/${file}`, PREPARED))),
    ]),
  );
}

/** What set-up should have made. */
export async function readPrepared(file: URL): Promise<Buffer> {
  return await readFile(file).catch((cause) => {
    throw new Error('The explorer and the clients have not been prepared on this server: ./bin/setup does it.', {
      cause,
    });
  });
}

async function prepared(page: string): Promise<string> {
  await readPrepared(new URL('explorer.js', PREPARED));
  return page;
}

/** Loaded when it is first asked for: most servers start more often than anybody reads it. */
function document(settings: AllSettings): WebFile {
  return new WebFile('application/json', async () => {
    const { openApiDocument } = await import('../openapi/document.ts');
    return Buffer.from(JSON.stringify(openApiDocument(settings)));
  });
}

function html(page: () => string | Promise<string>, policy: string): WebFile {
  return new WebFile(HTML, async () => Buffer.from(await page()), policy);
}
