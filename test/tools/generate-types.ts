// Writes the client's types of the API from the OpenAPI document. With `--check` it only says whether they are up to date.

import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { readSettings } from '../../src/config/settings.ts';
import { TreeRecord } from '../../src/domain/tree.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { referWithin } from '../../src/http/openapi/shapes.ts';

const FILE = new URL('../../client/src/api.ts', import.meta.url);

/** Lists that may grow: editors offer what they hold today, and the type checker is ready for more. */
const OPEN_LISTS = ['Locale', 'ConservationStatus', 'BodyFormat', 'ProblemCode'];
const OPEN_LIST = new RegExp(`^#/components/schemas/(?:${OPEN_LISTS.join('|')})$`);

function openList(values: readonly string[]) {
  const known = values.map((value) => ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(value)));
  const text = ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  const more = ts.factory.createIntersectionTypeNode([text, ts.factory.createTypeLiteralNode([])]);
  return ts.factory.createUnionTypeNode([...known, ts.factory.createParenthesizedType(more)]);
}

const described = openApiDocument(readSettings({}, {}));
const document = JSON.stringify(described);
// The document describes the trees of a list by one schema; the client's types tell the views apart.
described.components.schemas.TreeRecord = referWithin(TreeRecord);
const types = astToString(
  await openapiTypes(JSON.stringify(described), {
    transform: ({ examples }: { examples?: readonly string[] }, { path }) =>
      OPEN_LIST.test(path ?? '') ? openList(examples ?? []) : undefined,
  }),
);
const text = `// In charge of the types of the API, as \`npm run generate\` makes them from the OpenAPI document: do not edit.
// Document: ${hash('sha256', document)}

${types}`;

if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('client/src/api.ts is out of date: npm run generate');
  process.exitCode = 1;
}
