// In charge of the pictures in docs/pictures/: `npm run pictures` takes them from a running service, so that they stay true.
// It needs Chromium.

import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Shown, terminalSvg } from './pictures/terminal.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const INTO = join(ROOT, 'docs/pictures');
const SYLVA = join(ROOT, 'bin/sylva');
const DRIVER = join(ROOT, 'test/tools/node_modules/playwright-core/index.mjs');
const CHROMIUM = '/usr/bin/chromium';
const SIZE = { width: 1280, height: 800 };
const QUALITY = 60;
const KAPOK = 'content/trees/en/ceiba-pentandra.md';

/** By the file's name: where, and in which colours. */
const VIEWS: [string, string, 'light' | 'dark'][] = [
  ['list-light', '/?locale=en', 'light'],
  ['list-dark', '/?locale=en', 'dark'],
  ['tree-light', '/?tree=ceiba-pentandra&locale=en', 'light'],
  ['tree-dark', '/?tree=ceiba-pentandra&locale=en', 'dark'],
  ['map', '/?locale=en&map=shown', 'light'],
  ['families', '/?view=families&locale=en', 'light'],
  ['compare', '/?compare=ceiba-pentandra&compare=quercus-robur&compare=cocos-nucifera&locale=es', 'light'],
];

const folder = mkdtempSync(join(tmpdir(), 'sylva-pictures-'));
try {
  await takeViews();
  writeFileSync(join(INTO, 'terminal.svg'), terminalSvg(await talk()));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function takeViews(): Promise<void> {
  const service = spawn(SYLVA, ['start', '--data', join(folder, 'data'), '--port', '0', '--log-level', 'warn']);
  try {
    const told = await outputUntil(service.stdout, /listening on (\S+)/, service.stderr);
    const origin = /listening on (\S+)/.exec(told)?.[1] as string;
    await photograph(origin, /sylva_\w{38}/.exec(told)?.[0] as string);
  } finally {
    service.kill();
  }
}

/** All that was told when a pattern and the key were. */
function outputUntil(...[stdout, wanted, stderr]: [NodeJS.ReadableStream, RegExp, NodeJS.ReadableStream]) {
  return new Promise<string>((resolve) => {
    let told = '';
    const hear = (chunk: Buffer) => {
      told += chunk;
      if (wanted.test(told) && /sylva_\w{38}/.test(told)) resolve(told);
    };
    stdout.on('data', hear);
    stderr.on('data', hear);
  });
}

async function photograph(origin: string, key: string): Promise<void> {
  const { chromium } = await import(DRIVER);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: SIZE });
  await context.addInitScript((given: string) => sessionStorage.setItem('sylva-key', given), key);
  const page = await context.newPage();
  const camera = await context.newCDPSession(page);
  for (const [name, path, colorScheme] of VIEWS) {
    await page.emulateMedia({ colorScheme });
    await page.goto(origin + path);
    await page.waitForSelector('main[aria-busy=false] h1');
    await page.waitForLoadState('networkidle');
    const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    writeFileSync(join(INTO, `${name}.webp`), Buffer.from(data, 'base64'));
  }
  await browser.close();
}

/** Slips are found, mended, and published. What is told of the progress changes from run to run, and is left out. */
async function talk(): Promise<Shown[]> {
  const source = join(folder, 'my-trees');
  cpSync(join(ROOT, 'content'), source, { recursive: true });
  rmSync(join(source, 'README.md'));
  const kapok = join(source, KAPOK.slice('content/'.length));
  writeFileSync(kapok, slipped(readFileSync(kapok, 'utf8')));
  const found = await run('validate', 'my-trees');
  writeFileSync(kapok, readFileSync(join(ROOT, KAPOK), 'utf8').replace('maxHeight: "60 m"', 'maxHeight: "70 m"'));
  return [found, await run('publish', 'my-trees', '--note', 'Autumn')];
}

function slipped(text: string): string {
  return text
    .replace('conservationStatus: LC', 'conservationStatus: Lest Concern')
    .replace('[december, january,', '[december, janury,');
}

function run(...words: string[]): Promise<Shown> {
  const env = { ...process.env, FORCE_COLOR: '1', SYLVA_DATA: join(folder, 'data') };
  return new Promise((resolve) => {
    execFile(SYLVA, words, { cwd: folder, env }, (_, stdout) => {
      resolve({ command: ['sylva', ...words].join(' '), output: stdout });
    });
  });
}
