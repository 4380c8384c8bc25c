// In charge of exports: trees whole, in both languages, one after the other, all of one revision.

import { UnexpectedAnswerError } from './errors.ts';
import { openLines, revisionOf } from './lines.ts';
import { queryString } from './query.ts';
import type { Transport } from './transport.ts';
import type { ExportedTree, ExportFileQuery, ExportTreesQuery } from './types.ts';

export interface TreeExport {
  /** What all of it is of, whatever is published meanwhile. */
  revision: string;
  /** By slug. */
  trees: AsyncGenerator<ExportedTree, void, undefined>;
}

export async function exportTrees(
  transport: Transport,
  query: ExportTreesQuery,
  signal: AbortSignal | undefined,
): Promise<TreeExport> {
  const { revision, lines } = await openLines(transport, `/exports/trees${queryString(query)}`, signal);
  return { revision, trees: parsed(lines) };
}

export interface ExportFile {
  revision: string;
  /** What the service calls it, such as `sylva-r12.csv`. */
  name: string;
  /** Its bytes, piece by piece. What is cut is an error: it is not asked for again. */
  pieces: AsyncGenerator<Uint8Array, void, undefined>;
}

export async function openFile(
  transport: Transport,
  query: ExportFileQuery,
  signal: AbortSignal | undefined,
): Promise<ExportFile> {
  const answer = await transport.open(`/exports/trees${queryString(query)}`, {}, signal);
  const [, name = 'sylva'] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  return { revision: revisionOf(answer), name, pieces: answer.pieces };
}

async function* parsed(lines: AsyncIterable<string>): TreeExport['trees'] {
  for await (const line of lines) yield parse(line);
}

function parse(line: string): ExportedTree {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new UnexpectedAnswerError('A line of the export is not JSON.', { status: 200, cause });
  }
}
