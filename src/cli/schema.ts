// In charge of `sylva schema`: the JSON Schema of front matter, for editors.

import type { Command } from './command.ts';

export const schema: Command = {
  name: 'schema',
  summary: 'print the JSON Schema of front matter, for editors',
  positionals: [],
  flags: {},
  settings: [],
  example: 'sylva schema > my-trees/front-matter.schema.json',
  async run({ print }) {
    print(await schemaText());
    return 0;
  },
};

export async function schemaText(): Promise<string> {
  const { frontMatterSchema } = await import('../content/front-matter-schema.ts');
  return JSON.stringify(frontMatterSchema(), null, 2);
}
