// Writes the client's types of the API from the OpenAPI document. With `--check` it only says whether they are up to date.

import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import { readSettings } from '../../src/config.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';

const FILE = new URL('../../client/src/api.ts', import.meta.url);

const document = JSON.stringify(openApiDocument(readSettings({}, {})));
const types = astToString(await openapiTypes(document));
const text = `// In charge of the types of the API, as \`npm run generate\` makes them from the OpenAPI document: do not edit.
// Document: ${hash('sha256', document)}

${types}`;

if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('client/src/api.ts is out of date: npm run generate');
  process.exitCode = 1;
}
