// Maps stack traces of a bundle to its sources. Reads source maps only when a trace is printed: Node's own support decodes
// them at every start.

import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { extname } from 'node:path';

export function nameSourcesInStackTraces(): void {
  if (extname(import.meta.url) === '.ts') return;
  Error.prepareStackTrace = (error, sites) => {
    return [String(error), ...sites.map((site) => `    at ${inSource(site)}`)].join('\n');
  };
}

function inSource(site: NodeJS.CallSite): string {
  const [file, line, column] = [site.getFileName(), site.getLineNumber(), site.getColumnNumber()];
  if (!file?.startsWith('file:') || !line || !column) return String(site);
  return String(site).replace(`${file}:${line}:${column}`, (position) => originOf(file, line, column) ?? position);
}

const maps = new Map<string, SourceMap | undefined>();

function originOf(file: string, line: number, column: number): string | undefined {
  const origin = maps.getOrInsertComputed(file, readMap)?.findOrigin(line, column);
  if (!origin || !('fileName' in origin)) return undefined;
  return `${new URL(origin.fileName, file)}:${origin.lineNumber}:${origin.columnNumber}`;
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
  } catch {
    return undefined;
  }
}
