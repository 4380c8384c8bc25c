import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { ArchiveOptions } from '../../content/formats/archives/archive.ts';
import type { SourceWatch } from '../../content/source/watch.ts';
import { isArchiveSource } from '../../publishing/archives.ts';
import type { Flag } from './arguments.ts';
import type { Input } from './command.ts';
import { Failure, UsageError } from './errors.ts';

export const ARCHIVE_FLAGS: Record<string, Flag> = {
  where: {
    value: 'CHOICE',
    help: 'of an archive, take these rows only: family, genus, habit, rank, region or status, as “family=Fabaceae|Malvaceae; habit=tree”',
  },
  defaults: {
    value: 'FILE',
    help: 'rules for what an archive lacks, as “description: {family} tree of {distribution}.”',
  },
};

/** A UsageError if the flags are wrong, or if the source is not an archive. */
export async function archiveOptions(source: string, flag: Input['flag']): Promise<ArchiveOptions> {
  const [where, defaults] = [flag('where'), flag('defaults')];
  if (where === undefined && defaults === undefined) return {};
  if (!(await isArchiveSource(source)) && statSync(source, { throwIfNoEntry: false }))
    throw new UsageError(
      '--where and --defaults are for Darwin Core Archives and ColDP packages, and this source is none.',
    );
  return {
    ...(where !== undefined && { choice: await readWhere(where) }),
    ...(defaults !== undefined && { defaults: { path: defaults, name: basename(defaults) } }),
  };
}

/** Watches the source and the files that the flags name. Begin before reading, so that no change is missed. */
export async function watchSource({ positionals: [source], flag }: Input): Promise<SourceWatch> {
  if (!existsSync(source)) throw new Failure(`${source} does not exist.`);
  const { SourceWatch } = await import('../../content/source/watch.ts');
  const defaults = flag('defaults');
  return new SourceWatch(source, defaults === undefined ? [] : [defaults]);
}

async function readWhere(where: string): Promise<NonNullable<ArchiveOptions['choice']>> {
  const { ChoiceError, readChoice } = await import('../../content/formats/archives/taxa/choice.ts');
  try {
    return readChoice(where);
  } catch (error) {
    if (error instanceof ChoiceError) throw new UsageError(`--where: ${error.message}`);
    throw error;
  }
}
