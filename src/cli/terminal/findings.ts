import type { Report } from '../../content/read.ts';
import { countOf, type Finding } from '../../content/source/finding.ts';
import { named, plural } from '../../domain/counted.ts';
import { shown } from '../../domain/shown.ts';
import { bad, doubtful, faint, fitted, terminalWidth, wrapWords } from './terminal.ts';

export function showFindings({ errors, warnings, drafts, passedOver }: Report, print: (text: string) => void): void {
  for (const [title, findings] of [
    [doubtful('Warnings:'), warnings],
    [bad('Errors:'), errors],
  ] as const) {
    if (findings.length > 0) print(`${title}\n${findings.map(row).join('\n')}\n`);
  }
  if (drafts.length > 0)
    print(fitted(`Drafts, kept out (${drafts.length}): ${named(drafts.map(placeText))}.\n`, process.stdout));
  if (passedOver.length > 0) {
    const byReason = Map.groupBy(passedOver, ({ message }) => message);
    const rows = Array.from(byReason, ([reason, notes]) =>
      indented(`${named(notes.map(placeText))}: ${shown(reason)}`),
    );
    print(faint(`Passed over (${countOf(passedOver)}):\n${rows.join('\n')}\n`));
  }
}

function row(finding: Finding): string {
  return indented(`${placeText(finding)}: ${shown(finding.message)}`);
}

function indented(text: string): string {
  return `  ${wrapWords(text, terminalWidth() - 4).join('\n    ')}`;
}

function placeText({ file, line, row, field }: Pick<Finding, 'file' | 'line'> & Partial<Finding>): string {
  const place = line === null ? file : `${file}:${line}`;
  return shown(`${place}${row ? ` row ${row}` : ''}${field ? ` ${field}` : ''}`);
}

export function findingsJson({ errors, warnings, drafts, passedOver, tally }: Report) {
  return { errors, warnings, drafts, passedOver, tally };
}

/** With `isStrict` a warning is an error. */
export function isGood({ errors, warnings }: Report, isStrict: boolean): boolean {
  return errors.length === 0 && !(isStrict && warnings.length > 0);
}

export function summary({ trees, errors, warnings, drafts }: Report, isStrict = false): string {
  const counts = [plural(trees.length, 'tree'), plural(countOf(errors), 'error'), plural(countOf(warnings), 'warning')];
  if (drafts.length > 0) counts.push(plural(drafts.length, 'draft'));
  return counts.join(', ') + (isStrict && warnings.length > 0 ? '; with --strict, warnings are errors' : '');
}
