// In charge of a whole source: reads it, checks it, and returns its trees with everything there is to say about them.

import { type Stats, statSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { MOST_TREE_BYTES, type Tree } from '../tree.ts';
import type { Locale } from '../vocabulary.ts';
import { checkAcross } from './across.ts';
import { readCsv } from './csv.ts';
import type { Entry, SourceContext } from './entry.ts';
import { type FamilyNames, readFamilies } from './families.ts';
import { readUtf8, reason } from './files.ts';
import { type Finding, Findings } from './findings.ts';
import { treeFilesIn } from './folder.ts';
import { readJson, readNdjson } from './json.ts';
import { Ledger, placeIn, type Tally } from './ledger.ts';
import { FILE_TO_TREE, readMarkdown } from './markdown.ts';
import { isBlank, trimmed } from './text.ts';
import { type MadeTree, makeTree } from './trees.ts';

export interface Content {
  trees: Tree[];
  families: FamilyNames;
  errors: Finding[];
  warnings: Finding[];
  /** What was not read. */
  passedOver: Finding[];
  /** Where the drafts are. */
  drafts: Pick<Finding, 'file' | 'line' | 'row'>[];
  /** What became of the files or rows that were read. */
  tally: Tally;
}

export type Progress = (step: string, done: number, total: number) => void;

/** The largest tables: a text may have some 500 million characters, and NDJSON is read line by line. */
const MOST_BYTES: Record<string, number> = { '.csv': 500_000_000, '.json': 500_000_000, '.ndjson': 2_000_000_000 };

export function readSource(
  source: string,
  defaultLocale: Locale,
  progress: Progress = () => {},
  mostTreeBytes = MOST_TREE_BYTES,
): Content {
  const findings = new Findings();
  const context: SourceContext = { defaultLocale, findings, ledger: new Ledger(), mostTreeBytes };
  const kind = kindOfSource(source, findings);
  const entries = kind ? readEntries(source, kind, context, progress) : [];
  const made = makeTrees(entries, context, progress);
  checkAcross(made, context);
  const families = kind
    ? readFamilies(kind.isDirectory() ? source : dirname(source), familiesOf(entries), context)
    : new Map();
  const tally = context.ledger.close(findings);
  const trees = made.map(({ tree }) => tree);
  if (trees.length === 0 && findings.errors.length === 0)
    reportEmpty(kind?.isDirectory() ? source : basename(source), tally, findings);
  const drafts = context.ledger.drafts.map((unit) => ({ file: unit.file, line: unit.lineOf(''), row: unit.row }));
  const { errors, warnings, passedOver } = findings;
  return { trees, families, errors, warnings, passedOver, drafts, tally };
}

function kindOfSource(source: string, findings: Findings): Stats | undefined {
  try {
    return statSync(source);
  } catch (error) {
    findings.error('unreadable', { file: source, line: null }, `This cannot be read: ${reason(error)}.`);
    return undefined;
  }
}

function readEntries(source: string, kind: Stats, context: SourceContext, progress: Progress): Entry[] {
  if (kind.isDirectory()) return readFolder(source, context, progress);
  const file = { path: source, name: basename(source) };
  const extension = extname(source).toLowerCase();
  const mostBytes = MOST_BYTES[extension];
  if (!mostBytes) {
    const message = 'A source is a folder, or a .csv, .json or .ndjson file.';
    context.findings.error('unreadable', { file: file.name, line: null }, message);
    return [];
  }
  const bytes = readUtf8(file, mostBytes, context.findings);
  if (!bytes) return [];
  if (extension === '.ndjson') return readNdjson(file.name, bytes, context);
  return extension === '.csv'
    ? readCsv(file.name, bytes.toString(), context)
    : readJson(file.name, bytes.toString(), context);
}

function readFolder(folder: string, context: SourceContext, progress: Progress): Entry[] {
  const files = treeFilesIn(folder, context);
  return files.flatMap((file, index) => {
    progress('reading', index + 1, files.length);
    const unit = context.ledger.open({ file: file.name, row: null, lineOf: () => 1 });
    const place = { ...placeIn(unit), line: null };
    const text = readUtf8(file, FILE_TO_TREE * context.mostTreeBytes, context.findings, place)?.toString();
    const entry = text === undefined ? undefined : readMarkdown(unit, text, context);
    return entry ?? [];
  });
}

function makeTrees(entries: Entry[], context: SourceContext, progress: Progress): MadeTree[] {
  const groups = Map.groupBy(entries, ({ group }) => group);
  let done = 0;
  return Array.from(groups.values()).flatMap((group) => {
    progress('checking', ++done, groups.size);
    return makeTree(group, context) ?? [];
  });
}

/** Also those of what cannot be published: they are known all the same. */
function familiesOf(entries: Entry[]): Set<string> {
  const families = new Set<string>();
  for (const { fields } of entries) {
    const family = fields.get('family')?.value;
    if (typeof family === 'string' && !isBlank(family)) families.add(trimmed(family));
  }
  return families;
}

function reportEmpty(file: string, { drafts }: Tally, findings: Findings): void {
  const message =
    drafts > 0 ? 'There is nothing but drafts.' : 'There is no tree: no Markdown or MDX file of one, no row.';
  findings.error('empty-source', { file, line: null }, message);
}
