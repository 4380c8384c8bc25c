// In charge of showing what differs between two catalogues.

import type { Difference } from '../domain/compare.ts';
import { shown } from '../domain/shown.ts';
import { counted } from './counts.ts';

const MOST_SHOWN = 20;

export function showDifference(difference: Difference, print: (text: string) => void): void {
  const { added, changed, removed, families, map } = difference;
  const rows: [string, string[]][] = [
    ['Added', added],
    ['Changed', changed.map(({ slug, fields }) => `${slug}: ${fields.join(', ')}`)],
    ['Removed', removed],
    ['Families', families.map(({ name, fields }) => `${name}: ${fields.join(', ')}`)],
    ['Map', map],
  ];
  for (const [title, entries] of rows) {
    if (entries.length === 0) continue;
    const more = entries.length > MOST_SHOWN ? [`… and ${counted(entries.length - MOST_SHOWN)} more`] : [];
    print(
      `${title} (${counted(entries.length)}):\n${[...entries.slice(0, MOST_SHOWN), ...more].map((each) => `  ${shown(each)}`).join('\n')}\n`,
    );
  }
}
