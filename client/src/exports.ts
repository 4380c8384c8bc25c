// In charge of exports: trees whole, in both languages, one after the other, all of one revision.

import { UnexpectedAnswerError } from './errors.ts';
import { openLines } from './lines.ts';
import { queryString } from './query.ts';
import type { Transport } from './transport.ts';
import type { ExportedTree, ExportTreesQuery } from './types.ts';

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
