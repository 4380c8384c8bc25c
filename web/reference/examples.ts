// In charge of a call as programs of several languages make it.

import type { Call } from './document.ts';

export type Values = Record<string, string>;

/** Under the service's address. What stands between bars is several values. */
export function pathOf({ path, operation }: Call, values: Values): string {
  let filled = path;
  const query = new URLSearchParams();
  for (const { name, in: where, schema } of operation.parameters) {
    const value = (values[name] ?? '').trim();
    if (where === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (where === 'query' && value !== '') {
      for (const each of schema.items ? value.split('|') : [value]) query.append(name, each.trim());
    }
  }
  return `/api/v1${filled}${query.size > 0 ? `?${query}` : ''}`;
}

/** An apostrophe would end the text that an address stands in. */
const quotable = (address: string) => address.replaceAll("'", '%27');

/** The key stays out of it: what is copied is often pasted where others read it. */
export const LANGUAGES = {
  curl: (address: string) => `curl -H "X-API-Key: $SYLVA_KEY" '${quotable(address)}'`,
  TypeScript: (address: string) => `const response = await fetch('${quotable(address)}', {
  headers: { 'X-API-Key': process.env.SYLVA_KEY ?? '' },
});
if (!response.ok) throw new Error((await response.json()).detail);
const answer = await response.json();`,
  Python: (address: string) => `import os, requests

response = requests.get(
    "${quotable(address)}",
    headers={"X-API-Key": os.environ["SYLVA_KEY"]},
    timeout=10,
)
response.raise_for_status()
answer = response.json()`,
  R: (address: string) => `library(httr2)

answer <- request("${quotable(address)}") |>
  req_headers("X-API-Key" = Sys.getenv("SYLVA_KEY")) |>
  req_perform() |>
  resp_body_json()`,
} satisfies Record<string, (address: string) => string>;
