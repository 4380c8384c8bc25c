// Defines the schemas of all response bodies.

import { MATCH_STATUSES, MAX_CANDIDATES } from '../../catalogue/names.ts';
import { MAX_SUGGESTIONS } from '../../catalogue/suggestions.ts';
import { MonthName, StatusCode } from '../../domain/fields/fact-types.ts';
import { BodyFormat, JsonValue, MAX_CHARACTERS, NOT_BLANK } from '../../domain/fields/field-types.ts';
import { Link, LocaleCode } from '../../domain/fields/fields.ts';
import {
  array,
  boolean,
  integer,
  nullable,
  object,
  openEnum,
  optional,
  record,
  type Schema,
  string,
} from '../../domain/fields/schema.ts';
import { MAX_VALUE_LENGTH } from '../../domain/questions.ts';
import { slugSchema } from '../../domain/slugs.ts';
import { TreeDetail, TreeSummary } from '../../domain/tree.ts';
import { MAX_RELATED } from '../../snapshot/layout.ts';
import { MAX_TARGET_BYTES } from '../pipeline/limits.ts';
import { MAX_LOOKUPS, MAX_PAGE, MAX_PAGE_SIZE, NO_CONTROLS } from '../query/parameters.ts';
import { PROBLEMS } from '../response/problems.ts';
import { MATCHED_TREE_FIELDS } from './examples.ts';

const MAX_FACET_VALUES = 100;
/** The largest number that every generator supports. */
const MAX_COUNT = 2 ** 31 - 1;
/** Of a value repeated in a fault. */
const MAX_SHOWN = 200;

const shape = (description: string, fields: Parameters<typeof object>[0]): Schema<unknown> =>
  object(fields, { description });
const list = (description: string, items: Schema<unknown>, maxItems: number) => array(items, { description, maxItems });
const count = (description: string, minimum = 0, maximum = MAX_COUNT) => integer({ description, minimum, maximum });
const code = (description: string, values: readonly string[], pattern: string) =>
  openEnum(values, { description, pattern, maxLength: 35 });
const text = (description: string) =>
  string({ description, minLength: 1, maxLength: MAX_CHARACTERS, pattern: NOT_BLANK });
const shown = (description: string) => string({ description, maxLength: MAX_SHOWN, pattern: NO_CONTROLS });

const revision = string({
  description: 'The published revision that answered.',
  pattern: '^r[0-9]+$',
  maxLength: 16,
  examples: ['r12'],
});
const Meta = shape('What the answer was made from.', { locale: LocaleCode, revision });

const Pagination = shape('Where in the whole list this page stands.', {
  page: count('The page.', 1, MAX_PAGE),
  pageSize: count('How many trees a page has.', 1, MAX_PAGE_SIZE),
  total: count('How many trees there are over all pages.'),
  totalPages: count('How many pages there are; 0 where no tree was found.'),
  hasNext: boolean({ description: 'Whether there is a next page.' }),
  hasPrev: boolean({ description: 'Whether there is a page before.' }),
});

const PageLinks = shape(
  'Pages of the same question, and the map of the catalogue; next, prev and map only where they exist.',
  { self: Link, first: Link, last: Link, next: optional(Link), prev: optional(Link), map: optional(Link) },
);

const FacetCount = object({ value: text('The value.'), count: count('How many trees have it.', 1) });
const Facets = record(array(FacetCount, { maxItems: MAX_FACET_VALUES }), {
  description:
    'For each field asked for, its values with the number of trees that choosing them would find; as `initial` the letters under which the trees of the question stand, in its order.',
});

const Matches = record(
  object({
    field: code('What the name is to the tree.', ['title', 'synonyms', 'commonNames'], '^[A-Za-z]+$'),
    value: text('The name.'),
  }),
  { description: 'By slug, the names that trees of the page were found by and that their records do not show.' },
);

const speciesCount = count('How many of the trees that were asked for belong to it.', 1);
const assessedCount = count('How many of these have a category of the Red List that is neither DD nor NE.');
const threatenedCount = count('How many of these are CR, EN or VU.');

const Genus = shape('A genus of a family.', {
  name: text('As the scientific names have it.'),
  speciesCount,
  assessedCount,
  threatenedCount,
});

const Family = shape('A botanical family.', {
  name: text('The botanical name.'),
  commonName: nullable(text('A name.'), { description: 'What people call it in the asked language.' }),
  speciesCount,
  assessedCount: optional(assessedCount),
  threatenedCount: optional(threatenedCount),
  genera: optional(list('Its genera by name, where families are named.', Genus, MAX_COUNT)),
  _links: shape('The list of its trees.', { trees: Link }),
});

/** The detail with optional fields instead of a union, of which generated clients show the common fields only. */
const ListedTree: Schema<unknown> = {
  ...TreeDetail,
  required: TreeSummary.required,
  description:
    'As much of a tree as `view` says: `summary` has the required fields, `record` those of lists, `detail` every field.',
};

const TreeList = shape('A page of trees.', {
  data: list(
    'The trees of the page, as much of each as `view` says: records where nothing was said.',
    ListedTree,
    MAX_PAGE_SIZE,
  ),
  pagination: Pagination,
  facets: optional(Facets),
  matches: optional(Matches),
  suggestions: optional(
    list(
      'Of a search without result: searches nearby that have some under the same filters, nearest first.',
      text('A search.'),
      MAX_SUGGESTIONS,
    ),
  ),
  meta: Meta,
  _links: PageLinks,
});

const Change = shape('What became of one tree; `revision` is the one that changed it last.', {
  slug: slugSchema('The slug of the tree.'),
  change: code(
    'What happened to it since the revision that was asked for.',
    ['added', 'changed', 'removed'],
    '^[a-z]+$',
  ),
  revision,
  tree: optional(
    nullable(ListedTree, {
      description: 'The tree as it is now, as much of it as `view` says; null where it was removed.',
    }),
  ),
});

const ChangeList = shape('A page of changes.', {
  data: list('The changes of the page, by slug.', Change, MAX_PAGE_SIZE),
  pagination: Pagination,
  meta: shape('What lies between.', { since: revision, revision, locale: LocaleCode }),
  _links: PageLinks,
});

const TreeAnswer = shape('One tree whole, with related trees.', {
  data: TreeDetail,
  related: list('Other trees, of the same genus first, then of the same family.', TreeSummary, MAX_RELATED),
  meta: Meta,
  _links: object({ self: Link, map: optional(Link) }),
});

const FamilyList = shape('Every family with the number of its species.', {
  data: list('The families by name.', Family, MAX_COUNT),
  meta: object({
    totalFamilies: count('How many families there are.'),
    totalSpecies: count('How many trees there are.'),
    locale: LocaleCode,
    revision,
  }),
  _links: object({ self: Link, trees: Link }),
});

const properties = TreeDetail.properties as Record<string, Schema<unknown>>;
const MatchedTree = object(Object.fromEntries(MATCHED_TREE_FIELDS.map((name) => [name, properties[name]])), {
  description: 'A tree that a name means, or may mean.',
});

const NameMatch = shape('What a name means.', {
  name: string({ description: 'The name as it was given.', maxLength: MAX_VALUE_LENGTH, pattern: NO_CONTROLS }),
  status: code(
    'How sure it is: `fuzzy` is a likely tree, `ambiguous` are several or none for sure.',
    MATCH_STATUSES,
    '^[A-Za-z]+$',
  ),
  tree: nullable(MatchedTree, { description: 'The tree; null where it is ambiguous or there is none.' }),
  candidates: list('The trees that an ambiguous name may mean.', MatchedTree, MAX_CANDIDATES),
});

const NameMatchList = shape('What a list of names means.', {
  data: list('One for each name, in the same order.', NameMatch, MAX_LOOKUPS),
  meta: Meta,
  _links: object({ self: Link }),
});

const MapAnswer = shape('The map that the catalogue brings.', {
  data: nullable(
    object({
      width: count('How many units wide the map is.', 1),
      height: count('How many units high it is.', 1),
      regions: array(
        object({
          name: text('As trees have it in `distribution`.'),
          path: string({ description: 'An SVG path.', maxLength: MAX_CHARACTERS, pattern: '^M' }),
        }),
        { description: 'By name.', maxItems: MAX_FACET_VALUES },
      ),
    }),
    { description: 'The map; null where the catalogue brings none.' },
  ),
  meta: Meta,
  _links: object({ self: Link }),
});

/** OpenAPI 3.1 describes bytes by no type. */
const File: Schema<unknown> = { description: 'The bytes of a file.' };

const Fault = shape('One fault of a request.', {
  parameter: shown('The parameter; empty where one has no name.'),
  value: optional(shown('What was given.')),
  message: text('What would be right.'),
});

const ProblemCode = openEnum(Object.keys(PROBLEMS), {
  description: 'The kind of problem, for programs. Never reused.',
  pattern: '^[a-z0-9-]+$',
  maxLength: 100,
});

const Problem = shape('RFC 9457: what every error answers with.', {
  type: string({
    description: 'The address of a page that explains the code.',
    pattern: '^(https?://[!-~]+)?/problems/',
    maxLength: 2_048,
  }),
  title: text('The kind of problem in a few words.'),
  status: integer({
    description: 'The HTTP status. More may come.',
    minimum: 400,
    maximum: 599,
    examples: [...new Set(Object.values(PROBLEMS).map(({ status }) => status))],
  }),
  code: ProblemCode,
  detail: text('What is wrong with this request.'),
  requestId: string({
    description: 'The id that the service’s log knows the request by.',
    pattern: '^[A-Za-z0-9_-]+$',
    minLength: 8,
    maxLength: 100,
  }),
  errors: optional(
    array(Fault, { description: 'Every fault of the request.', minItems: 1, maxItems: MAX_TARGET_BYTES }),
  ),
  _links: optional(record(Link, { description: 'What leads on.' })),
});

/** The named schemas of the document; others refer to them by name. */
export const SHAPES = {
  Locale: LocaleCode,
  Month: MonthName,
  ConservationStatus: StatusCode,
  BodyFormat,
  JsonValue,
  Link,
  TreeSummary,
  TreeDetail,
  ListedTree,
  TreeList,
  TreeAnswer,
  Change,
  ChangeList,
  Family,
  Genus,
  FamilyList,
  MatchedTree,
  NameMatch,
  NameMatchList,
  MapAnswer,
  File,
  Pagination,
  PageLinks,
  FacetCount,
  Facets,
  Matches,
  Meta,
  Fault,
  ProblemCode,
  Problem,
} satisfies Record<string, Schema<unknown>>;

export type ShapeName = keyof typeof SHAPES;

const names = new Map<unknown, string>(Object.entries(SHAPES).map(([name, schema]) => [schema, name]));

function refer(value: unknown): unknown {
  const name = names.get(value);
  return name ? { $ref: `#/components/schemas/${name}` } : referWithin(value);
}

/** Replaces the named schemas in a schema by references, but not the schema itself. */
export function referWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(refer);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, refer(each)]));
}
