import { basename } from 'node:path';
import type { Previous } from '../../publishing/previous.ts';
import { openSnapshot } from '../../snapshot/open.ts';
import { ARCHIVE_FLAGS, archiveOptions, watchSource } from '../framework/archive-flags.ts';
import type { Command } from '../framework/command.ts';
import { Failure } from '../framework/errors.ts';
import { atEveryChange } from '../framework/signals.ts';
import { summary } from '../terminal/findings.ts';
import { withProgress } from '../terminal/progress.ts';
import { whyNotListening } from './serve.ts';

export const preview: Command = {
  name: 'preview',
  summary: 'show content in the explorer while it is written, on this machine only and unpublished',
  positionals: ['SOURCE'],
  flags: ARCHIVE_FLAGS,
  does: ['preview', 'read-content'],
  example: 'sylva preview content\nsylva preview trees.csv --port 8080',
  async run(input) {
    const [source] = input.positionals;
    const watch = await watchSource(input);
    const options = await archiveOptions(source, input.flag);
    const [{ prepare }, { PreviewServer }] = await Promise.all([
      import('../../publishing/prepare.ts'),
      import('../../server/preview.ts'),
    ]);
    const { settings, json, print, complain, output } = input;
    output.isOfService = true;
    const server = new PreviewServer(source, settings, output.error);
    let previous: Previous | undefined;
    const check = async () => {
      const content = await withProgress(async (progress) => {
        progress(`reading ${basename(source)}`);
        const { defaultLocale, maxTreeSize } = settings;
        const prepared = await prepare(source, { defaultLocale, maxTreeSize, archive: options, progress, previous });
        const bytes = server.show(prepared, progress);
        const imported = prepared.content.importCache;
        if (bytes) previous = { snapshot: openSnapshot(bytes, { isVerified: true }), imported };
        return prepared.content;
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
      const failed =
        ({ message }: Error) =>
        () =>
          complain(`The content could not be checked: ${message}`);
      await atEveryChange(watch, tellFirst, () => check().catch(failed));
    } finally {
      await server.close();
    }
    return 0;
  },
};
