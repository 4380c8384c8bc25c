import { FACT_NAMES, FIELDS, type FieldName, TEXT_NAMES } from '../../domain/fields/fields.ts';
import { type Tree, toDetail } from '../../domain/tree.ts';
import { invalidParameters, type Problem, type ProblemCode, problemBody } from '../response/problems.ts';

function examplesOf(names: FieldName[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, FIELDS[name].example ?? FIELDS[name].type.none]));
}

const kapok = {
  slug: 'ceiba-pentandra',
  ...examplesOf(FACT_NAMES),
  texts: { en: { ...examplesOf(TEXT_NAMES), attributes: {} } },
} as Tree;

const detail = toDetail(kapok, 'en');
const meta = { locale: 'en', revision: 'r12' };

const record = Object.fromEntries(
  Object.entries(detail).filter(([name]) => FIELDS[name as keyof typeof FIELDS].view !== 'detail'),
);

export const TREE_LIST = {
  data: [record],
  pagination: { page: 1, pageSize: 1, total: 2, totalPages: 2, hasNext: true, hasPrev: false },
  facets: { family: [{ value: 'Malvaceae', count: 2 }] },
  meta,
  _links: {
    self: '/api/v1/trees?pageSize=1&facets=family',
    first: '/api/v1/trees?page=1&pageSize=1&facets=family',
    last: '/api/v1/trees?page=2&pageSize=1&facets=family',
    next: '/api/v1/trees?page=2&pageSize=1&facets=family',
  },
};

export const CHANGE_LIST = {
  data: [
    { slug: 'ceiba-pentandra', change: 'changed', revision: 'r12', tree: record },
    { slug: 'ulmus-minor', change: 'removed', revision: 'r11', tree: null },
  ],
  pagination: { page: 1, pageSize: 20, total: 2, totalPages: 1, hasNext: false, hasPrev: false },
  meta: { since: 'r10', revision: 'r12', locale: 'en' },
  _links: {
    self: '/api/v1/changes?since=r10',
    first: '/api/v1/changes?since=r10&page=1',
    last: '/api/v1/changes?since=r10&page=1',
  },
};

export const TREE = { data: detail, related: [], meta, _links: { self: '/api/v1/trees/ceiba-pentandra' } };

export const FAMILY_LIST = {
  data: [
    {
      name: 'Malvaceae',
      commonName: 'Mallows',
      speciesCount: 2,
      _links: { trees: '/api/v1/trees?family=Malvaceae&locale=en' },
    },
  ],
  meta: { totalFamilies: 1, totalSpecies: 2, ...meta },
  _links: { self: '/api/v1/families', trees: '/api/v1/trees' },
};

export const MAP = {
  data: { width: 2004, height: 1204, regions: [{ name: 'Guanacaste', path: 'M2 2l700 0 0 600-700 0z' }] },
  meta,
  _links: { self: '/api/v1/map' },
};

/** The fields of a tree that a name means. */
export const MATCHED_TREE_FIELDS = [
  'slug',
  'title',
  'scientificName',
  'family',
  'conservationStatus',
  '_links',
] as const;

export const NAME_MATCHES = {
  data: [
    {
      name: 'Bombax pentandrum L.',
      status: 'synonym',
      tree: Object.fromEntries(MATCHED_TREE_FIELDS.map((name) => [name, detail[name]])),
      candidates: [],
    },
  ],
  meta,
  _links: { self: '/api/v1/names/match?name=Bombax%20pentandrum%20L.' },
};

const DETAILS: Record<ProblemCode, string> = {
  'invalid-parameter': '',
  'malformed-request': 'This is not a valid HTTP request.',
  unauthorized: 'Send a valid API key in the header X-API-Key.',
  'tree-not-found': 'No tree of the catalogue has this slug.',
  'route-not-found': 'There is no such route under /api/v1. Did you mean /api/v1/trees?',
  'tree-removed': 'This slug led to a tree until revision r11 removed it.',
  'revision-expired':
    'What has changed since r3 is not known: it is too old, or was never published. Fetch the whole catalogue.',
  'method-not-allowed': 'Use GET, HEAD.',
  'request-timeout': 'The request was not complete in good time.',
  'uri-too-long': 'The address is longer than the service accepts.',
  'headers-too-large': 'The headers are larger than the service accepts.',
  'rate-limited': 'Try again in 17 s.',
  'range-not-satisfiable': 'The export has 2000 bytes, and the part would begin behind them.',
  'too-many-exports': 'Two exports for this address are running already.',
  internal: 'The service could not answer.',
  'exports-busy': 'As many exports as the service takes on are running already.',
  'revision-not-loaded': 'This instance serves r12 and has not loaded r13 yet. Try again in 5 s.',
  'no-catalogue': 'No catalogue has been published yet.',
};

export function problemExample(code: ProblemCode, publicUrl: string): unknown {
  const faults = [
    { parameter: 'pageSize', value: '500', message: 'must be a whole number from 1 to 100' },
    { parameter: 'famly', message: 'unknown parameter; did you mean family?' },
  ];
  const problem: Problem = code === 'invalid-parameter' ? invalidParameters(faults) : { code, detail: DETAILS[code] };
  return JSON.parse(problemBody(problem, 'Zk3xV0aBq1Yt-2s', publicUrl).toString());
}
