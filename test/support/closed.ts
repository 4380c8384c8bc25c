// What the document leaves open, because the API may grow, closed for the tests: what an answer has today is all it has.

import { TreeRecord } from '../../src/domain/tree.ts';
import { CONSERVATION_STATUSES, LOCALES } from '../../src/domain/vocabulary.ts';
import { referWithin } from '../../src/http/openapi/shapes.ts';
import { PROBLEMS } from '../../src/http/response/problems.ts';

/** The values of today, by the name of their schema. */
const LISTS: Record<string, readonly string[]> = {
  Locale: LOCALES,
  ConservationStatus: CONSERVATION_STATUSES,
  BodyFormat: ['markdown', 'mdx'],
  ProblemCode: Object.keys(PROBLEMS),
};

/** The components with nothing allowed but what they name. */
export function closed(components: Record<string, any>): Record<string, any> {
  const { schemas, ...rest } = closeObjects(components);
  for (const [name, values] of Object.entries(LISTS)) schemas[name].enum = values;
  // Answers have the fields of one view, and not some of another.
  schemas.ListedTree = { anyOf: [schemas.TreeDetail, closeObjects(referWithin(TreeRecord)), schemas.TreeSummary] };
  return { ...rest, schemas };
}

function closeObjects(value: any): any {
  if (Array.isArray(value)) return value.map(closeObjects);
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closeObjects(each)]));
  const isOpen = value.type === 'object' && value.properties && value.additionalProperties === undefined;
  return isOpen ? { ...inside, additionalProperties: false } : inside;
}
