// In charge of the page at /, where people browse the catalogue. It holds no catalogue data: its script asks the API for
// them, with the visitor's key and under the visitor's limit, as any other client does.

import { readFile } from 'node:fs/promises';

export const EXPLORER_PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Addresses in it are relative: a proxy may serve the whole under a path of its own. */
export const EXPLORER_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="description" content="A catalogue of trees, in English and Spanish">
<title>Sylva</title>
<link rel="icon" href="assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="assets/explorer-style.css">
<script src="assets/explorer.js" type="module"></script>
</head>
<body>
<noscript><p>This page needs JavaScript. <a href="docs">The reference of the API</a> tells how to call it directly.</p></noscript>
</body>
</html>
`;

/** Said to whoever asks for what set-up should have made. */
export class NotPrepared extends Error {
  constructor(options: ErrorOptions) {
    super('The explorer has not been prepared on this server: ./bin/setup does it.', options);
  }
}

export async function readPrepared(file: URL): Promise<Buffer> {
  return await readFile(file).catch((cause) => {
    throw new NotPrepared({ cause });
  });
}
