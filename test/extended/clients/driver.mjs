// Does with the TypeScript client, installed as a package, what it reads, one call a line, and tells what came of it.

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { MemoryCache, SylvaClient } from 'sylva-client';

const caches = new Map();

function clientFor(call) {
  if (call.cache && !caches.has(call.cache)) caches.set(call.cache, new MemoryCache());
  const { baseUrl, apiKey, maxRetries, timeoutSeconds, maxWaitSeconds, cache, env } = call;
  Object.assign(process.env, env);
  const milliseconds = (seconds) => seconds && seconds * 1000;
  return new SylvaClient({
    ...{ baseUrl, apiKey, maxRetries, cache: caches.get(cache) },
    ...{ timeoutMs: milliseconds(timeoutSeconds), maxWaitMs: milliseconds(maxWaitSeconds) },
  });
}

const DOES = {
  page: (client, { query }) => client.trees.list(query),
  walk: async (client, { query, onChange }) => {
    const slugs = [];
    for await (const { slug } of client.trees.all(query, { onChange })) slugs.push(slug);
    return slugs;
  },
  tree: (client, { slug, query }) => client.trees.get(slug, query),
  families: async (client, { query }) => (await client.families.list(query)).data,
  match: async (client, { names }) => (await client.names.match(names)).data,
  changes: async (client, { since, query }) => (await client.changes.since(since, query)).changes,
  export: async (client, { query }) => {
    const { revision, trees } = await client.exports.trees(query);
    const given = [];
    for await (const tree of trees) given.push(tree);
    return { revision, trees: given };
  },
  sync: syncFolder,
};

/** In memory, and then as the command does it. */
async function syncFolder(client, { folder, baseUrl, apiKey }) {
  const [, since] = /^trees-(r\d+)\.ndjson$/.exec(readdirSync(folder)[0] ?? '') ?? [];
  const result = await client.sync({ since, onUpsert: () => {}, onRemove: () => {} });
  const env = { ...process.env, SYLVA_URL: baseUrl, SYLVA_KEY: apiKey };
  await promisify(execFile)('npx', ['sylva-client', 'sync', folder], { env });
  return result;
}

function told(error) {
  const { name: kind, message, status, problem, retryAfterSeconds } = error;
  return {
    kind,
    message,
    status: status ?? null,
    code: problem?.code ?? null,
    retryAfterSeconds: retryAfterSeconds ?? null,
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line);
  const outcome = await (async () => DOES[call.does](clientFor(call), call))().then(
    (value) => ({ value }),
    (error) => ({ error: told(error) }),
  );
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
