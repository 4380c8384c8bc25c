// Reads a folder of Markdown and MDX files, each of which is a tree in one language.

import { type ReadUnit, readUnit } from '../model/read-unit.ts';
import type { SourceContext } from '../source/context.ts';
import { readBytes, toUtf8 } from '../source/files.ts';
import { treeFilesIn } from '../source/folder.ts';
import { keyOf } from '../source/import-cache.ts';
import { placeIn } from '../source/units.ts';
import { FILE_TO_TREE, readMarkdown } from './markdown.ts';

/** `sources` are the endings of files that are published by themselves. */
export function* readFolder(folder: string, context: SourceContext, sources: string[]): Generator<ReadUnit> {
  const { findings, accounting, maxTreeBytes, progress } = context;
  const files = treeFilesIn(folder, findings, sources);
  for (const [index, file] of files.entries()) {
    progress('reading', index + 1, files.length, 'files');
    const unit = accounting.open({ file: file.name, row: null, lineOf: () => 1 });
    const place = { ...placeIn(unit), line: null };
    const bytes = readBytes(file, FILE_TO_TREE * maxTreeBytes, findings, place);
    if (!bytes) continue;
    // Slug and language may come from the name of the file.
    const key = () => keyOf('markdown', Buffer.concat([Buffer.from(`${file.name}\0`), bytes]));
    const textOf = (how: SourceContext) => toUtf8(bytes, place, how.findings).toString();
    const read = readUnit(unit, key, context, (how) => readMarkdown(unit, textOf(how), how));
    if (read) yield read;
  }
}
