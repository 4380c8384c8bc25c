// In charge of exports: trees whole, in both languages, one after the other, all of one revision.

import { UnexpectedAnswerError } from './errors.ts';
import { openLines } from './lines.ts';
import { queryString } from './query.ts';
import { openLong } from './resumable.ts';
import { quoted } from './revision.ts';
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
  /** Its bytes, piece by piece. */
  pieces: AsyncGenerator<Uint8Array, void, undefined>;
}

export async function openFile(
  transport: Transport,
  query: ExportFileQuery,
  signal: AbortSignal | undefined,
): Promise<ExportFile> {
  const { revision, headers, pieces } = await openLong(transport, `/exports/trees${queryString(query)}`, signal);
  return { revision, name: nameIn(headers.get('content-disposition') ?? ''), pieces };
}

/** Callers write to a file of this name. */
function nameIn(disposition: string): string {
  const [, name = 'sylva'] = /filename="([^"]*)"/.exec(disposition) ?? [];
  if (/^\w[\w.-]*$/.test(name)) return name;
  throw new UnexpectedAnswerError(
    `The header Content-Disposition is ${quoted(disposition)}, which does not name a file such as sylva-r12.csv. The answer is not from Sylva.`,
    { status: 200 },
  );
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
