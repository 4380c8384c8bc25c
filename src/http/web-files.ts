// In charge of which files there are for browsers and tools, and where.

import { readFile } from 'node:fs/promises';
import type { Settings } from '../config.ts';
import { PROBLEMS, type ProblemCode } from '../problems.ts';
import { DOCS_PAGE, DOCS_PAGE_POLICY } from './docs-page.ts';
import { EXPLORER_PAGE, EXPLORER_PAGE_POLICY, readPrepared } from './explorer-page.ts';
import { PLAIN_PAGE_POLICY } from './plain-page.ts';
import { problemPage } from './problem-page.ts';
import { USAGE_POLICY_PATH, usagePolicyPage } from './usage-policy-page.ts';
import { WebFile } from './web-file.ts';

interface Placed {
  /** The route's pattern, for the log. */
  route: string;
  file: WebFile;
}

export const HTML = 'text/html; charset=utf-8';
const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

const OURS = new URL('../../web/', import.meta.url);
/** Made by bin/prepare.mjs. */
const PREPARED = new URL('dist/', OURS);
const SWAGGER_UI = new URL('../../node_modules/swagger-ui-dist/', import.meta.url);

/** By path. */
export function webFiles(settings: Settings): Map<string, Placed> {
  const files = new Map([
    ...problemPages(settings),
    usagePolicy(settings),
    asset('site.css', OURS),
    asset('icon.svg', OURS),
  ]);
  if (settings.docs === 'off') return files;
  for (const [path, placed] of [...docsFiles(settings), ...explorerFiles()]) files.set(path, placed);
  return files;
}

function problemPages({ publicUrl, docs }: Settings): [string, Placed][] {
  return (Object.keys(PROBLEMS) as ProblemCode[]).map((code) => {
    const page = () => problemPage(code, publicUrl ?? '', docs === 'on');
    return [`/problems/${code}`, { route: '/problems/{code}', file: html(page, PLAIN_PAGE_POLICY) }];
  });
}

function usagePolicy({ usagePolicyUrl }: Settings): [string, Placed] {
  const file = html(() => usagePolicyPage(usagePolicyUrl), PLAIN_PAGE_POLICY);
  return [USAGE_POLICY_PATH, { route: USAGE_POLICY_PATH, file }];
}

function docsFiles(settings: Settings): [string, Placed][] {
  // Loaded when it is first asked for: most servers start more often than anybody reads it.
  const document = async () => {
    const { openApiDocument } = await import('./openapi/document.ts');
    return Buffer.from(JSON.stringify(openApiDocument(settings)));
  };
  return [
    ['/openapi.json', { route: '/openapi.json', file: new WebFile('application/json', document) }],
    ['/docs', { route: '/docs', file: html(() => DOCS_PAGE, DOCS_PAGE_POLICY) }],
    asset('docs.js', OURS),
    asset('swagger-ui.css', SWAGGER_UI),
    asset('swagger-ui-bundle.js', SWAGGER_UI),
  ];
}

function explorerFiles(): [string, Placed][] {
  const page = async () => {
    await readPrepared(new URL('explorer.js', PREPARED));
    return EXPLORER_PAGE;
  };
  return [
    ['/', { route: '/', file: html(page, EXPLORER_PAGE_POLICY) }],
    asset('explorer.js', PREPARED, readPrepared),
    asset('explorer-style.css', PREPARED, readPrepared),
  ];
}

function html(page: () => string | Promise<string>, policy: string): WebFile {
  return new WebFile(HTML, async () => Buffer.from(await page()), ['Content-Security-Policy', policy]);
}

function asset(name: string, folder: URL, read: (file: URL) => Promise<Buffer> = readFile): [string, Placed] {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
  const file = new WebFile(type, () => read(new URL(name, folder)));
  return [`/assets/${name}`, { route: '/assets/{name}', file }];
}
