// `sylva preview`: shows content in the explorer on this machine while it is written, without a key and without publishing it.

import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { PreviousImport } from '../content/source/import-cache.ts';
import type { Tree } from '../domain/tree.ts';
import { ARCHIVE_FLAGS, archiveOptions, filesBeside } from './archive-flags.ts';
import { type Command, Failure, type Input } from './command.ts';
import { summary } from './findings.ts';
import { withProgress } from './progress.ts';
import { whyNotListening } from './serve.ts';
import { atEveryChange } from './signals.ts';

export const preview: Command = {
  name: 'preview',
  summary: 'show content in the explorer while it is written, on this machine only and unpublished',
  positionals: ['SOURCE'],
  flags: ARCHIVE_FLAGS,
  does: ['preview', 'read-content'],
  example: 'sylva preview content\nsylva preview trees.csv --port 8080',
  async run(input) {
    const [source] = input.positionals;
    if (!existsSync(source)) throw new Failure(`${source} does not exist.`);
    const archive = await archiveOptions(source, input.flag);
    const [{ readSource }, { SourceWatch }, { PreviewServer }] = await Promise.all([
      import('../content/read.ts'),
      import('../content/source/watch.ts'),
      import('../server/preview.ts'),
    ]);
    const { settings, json, print, complain, output } = input;
    output.isOfService = true;
    const server = new PreviewServer(source, settings, output.error);
    // Begun before anything is read: what is saved meanwhile is read again.
    const watch = new SourceWatch(source, filesBeside(input.flag));
    let previous: PreviousImport | undefined;
    let bySlug = new Map<string, Tree>();
    const check = async () => {
      const content = await withProgress((progress) => {
        progress(`reading ${basename(source)}`);
        const { defaultLocale, maxTreeSize: maxTreeBytes } = settings;
        const keep = (tree: Tree) => tree;
        const read = readSource(source, { defaultLocale, maxTreeBytes, progress, archive, previous, keep });
        const trees = read.trees.map((tree) => ('isUnchanged' in tree ? (bySlug.get(tree.slug) as Tree) : tree));
        bySlug = new Map(trees.map((tree) => [tree.slug, tree]));
        const outlines = bySlug;
        previous = { data: read.importCache, outlineOf: (slug) => outlines.get(slug) };
        const whole = { ...read, trees };
        server.show(whole, progress);
        return whole;
      });
      const said = `${new Date().toLocaleTimeString('en-GB')} ${summary(content)}`;
      return () => {
        if (!json) complain(said);
      };
    };
    try {
      const first = await check();
      const address = await server.listen().catch((error) => {
        throw new Failure(whyNotListening(error, { host: '127.0.0.1', port: settings.port }));
      });
      const tellFirst = () => {
        first();
        print(json ? JSON.stringify({ address }) : `listening on ${address}`);
      };
      await atEveryChange(watch, tellFirst, () => check().catch((error) => unchecked(input, error)));
    } finally {
      await server.close();
    }
    return 0;
  },
};

/** A source that is taken away while it is read comes again, or not: the next look tells. */
function unchecked({ complain }: Input, { message }: Error): () => void {
  return () => complain(`The content could not be checked: ${message}`);
}
