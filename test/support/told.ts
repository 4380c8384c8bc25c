// Runs one command without the list of all, and returns what it tells.

import { type Command, type Input, readInput } from '../../src/cli/framework/command.ts';

export interface Told {
  json: any;
  words: string;
}

export async function told(command: Command, words: string[]): Promise<Told> {
  const input = readInput(command, words, {});
  if (!input) throw new Error('help was asked for');
  const { promise, resolve } = Promise.withResolvers<Told>();
  const tell = (json: unknown, words: string) => {
    resolve({ json, words });
    return 0 as const;
  };
  await command.run({ ...input, tell } as Input);
  return await promise;
}
