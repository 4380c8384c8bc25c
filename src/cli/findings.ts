// In charge of showing what was found in content: every problem with its place, errors and warnings apart.

import type { Finding } from '../content/findings.ts';
import type { Content } from '../content/read.ts';
import { shown } from '../shown.ts';
import type { Input } from './command.ts';
import { bad, doubtful } from './style.ts';
import { terminalWidth, wrapWords } from './text-width.ts';

export function showFindings({ errors, warnings }: Content, print: Input['print']): void {
  for (const [title, findings] of [
    [doubtful('Warnings:'), warnings],
    [bad('Errors:'), errors],
  ] as const) {
    if (findings.length > 0) print(`${title}\n${findings.map(row).join('\n')}\n`);
  }
}

function row({ file, line, field, message }: Finding): string {
  const place = line === null ? file : `${file}:${line}`;
  const text = shown(`${place}${field ? ` ${field}` : ''}: ${message}`);
  return `  ${wrapWords(text, terminalWidth() - 4).join('\n    ')}`;
}

export function summary({ trees, errors, warnings }: Content): string {
  return [plural(trees.length, 'tree'), plural(errors.length, 'error'), plural(warnings.length, 'warning')].join(', ');
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
