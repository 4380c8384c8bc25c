import type { Difference, FieldChange } from '../../domain/compare.ts';
import { counted } from '../../domain/counted.ts';
import { shown } from '../../domain/shown.ts';

const MAX_SHOWN = 20;
const MAX_VALUE_LENGTH = 60;

export function showDifference(
  { added, changed, removed, families, map }: Difference,
  print: (text: string) => void,
  { withValues = false } = {},
): void {
  // The lines of each entry: names in them are the authors' own, and may hold line breaks.
  const rows: [string, string[][]][] = [
    ['Added', added.map((slug) => [slug])],
    [
      'Changed',
      changed.map(({ slug, fields, changes }) =>
        withValues
          ? [slug, ...changes.map((change) => `    ${changeText(change)}`)]
          : [`${slug}: ${fields.join(', ')}`],
      ),
    ],
    ['Removed', removed.map((slug) => [slug])],
    ['Families', families.map(({ name, fields }) => [`${name}: ${fields.join(', ')}`])],
    ['Map', map.map((region) => [region])],
  ];
  for (const [title, entries] of rows) {
    if (entries.length === 0) continue;
    const lines = entries.slice(0, MAX_SHOWN).flat();
    if (entries.length > MAX_SHOWN) lines.push(`… and ${counted(entries.length - MAX_SHOWN)} more`);
    print(`${title} (${counted(entries.length)}):\n${lines.map((line) => `  ${shown(line)}`).join('\n')}\n`);
  }
}

const changeText = ({ field, before, after }: FieldChange) => `${field}: ${valueText(before)} → ${valueText(after)}`;

function valueText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

/** What a publish reports as JSON: the fields of changed trees without their values. */
export function fieldsOnly({ changed, ...others }: Difference) {
  return { ...others, changed: changed.map(({ slug, fields }) => ({ slug, fields })) };
}
