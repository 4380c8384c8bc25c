// Client generators that are not ours: how each is called, and a program that asks a service by what it generates.

export interface Generator {
  name: string;
  /** By name, in the folder that holds `openapi.json` and takes what is generated. */
  files(api: string): Record<string, string>;
  /** The program of the generator, and its arguments. */
  command: string[];
  /** Declares `list`, the trees of a family, and `code`, that of a refusal. */
  program: string;
}

/** Behind the program: a field that only some views have, and what was answered. */
export const TELL = `
const family: string | undefined = list.data[0]?.family;
const updatedAt: string | null | undefined = list.data[0]?.updatedAt;
console.log(JSON.stringify({ family, hasDate: typeof updatedAt, total: list.pagination.total, code }));
`;

const ORIGIN = `const [api, key] = process.argv.slice(2) as [string, string];
const headers = { 'X-API-Key': key };
`;

export const GENERATORS: Generator[] = [
  {
    name: '@hey-api/openapi-ts',
    files: () => ({}),
    command: ['openapi-ts', '-i', 'openapi.json', '-o', 'generated', '-c', '@hey-api/client-fetch', '--no-log-file'],
    program: `
import { client } from './generated/client.gen';
import { getTree, listTrees } from './generated';
${ORIGIN}
client.setConfig({ baseUrl: api, auth: () => headers['X-API-Key'] });
const list = (await listTrees({ query: { family: ['Fagaceae'], pageSize: 3 }, throwOnError: true })).data;
const code: string = (await getTree({ path: { slug: 'none' } })).error!.code;
`,
  },
  {
    name: 'orval',
    files: (api) => ({
      'orval.config.mjs': `export default { sylva: { input: './openapi.json',
  output: { target: './generated/api.ts', client: 'fetch', mode: 'single', baseUrl: '${api}' } } };`,
    }),
    command: ['orval', '--config', 'orval.config.mjs'],
    program: `
import { getTree, listTrees } from './generated/api';
${ORIGIN}
const answer = await listTrees({ family: ['Fagaceae'], pageSize: 3 }, { headers });
if (answer.status !== 200) throw new Error(String(answer.status));
const list = answer.data;
const none = await getTree('none', undefined, { headers });
if (none.status !== 404) throw new Error(String(none.status));
const code: string = none.data.code;
`,
  },
  {
    name: 'kubb',
    files: (api) => ({
      'kubb.config.mjs': `import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  input: { path: './openapi.json' },
  output: { path: './generated', format: false, lint: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: 'fetch', baseURL: '${api}' })],
});`,
    }),
    command: ['kubb', 'generate', '--config', 'kubb.config.mjs'],
    program: `
import { getTree, listTrees } from './generated';
import type { Problem } from './generated';
${ORIGIN}
const list = await listTrees({ family: ['Fagaceae'], pageSize: 3 }, undefined, { headers });
// Its client returns a refusal as it does an answer.
const none: unknown = await getTree('none', undefined, undefined, { headers });
const code: string = (none as Problem).code;
`,
  },
  {
    name: 'swagger-typescript-api',
    files: () => ({}),
    command: ['swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', 'generated', '-n', 'api.ts'],
    program: `
import { Api } from './generated/api';
${ORIGIN}
const client = new Api({ baseUrl: api, baseApiParams: { headers } });
const list = (await client.trees.listTrees({ family: ['Fagaceae'], pageSize: 3 })).data;
const none = await client.trees.getTree('none').catch((refusal: { error: { code: string } }) => refusal);
const code: string | undefined = none.error?.code;
`,
  },
];
