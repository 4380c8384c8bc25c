// In charge of the examples in the document: one tree that stands for all, and a body for every problem code.

import { PROBLEMS, type ProblemCode } from '../../problems.ts';
import { type Tree, toDetail } from '../../tree.ts';
import { invalidParameters, type Problem, problemBody } from '../problem.ts';

const kapok: Tree = {
  slug: 'ceiba-pentandra',
  scientificName: 'Ceiba pentandra',
  family: 'Malvaceae',
  conservationStatus: 'LC',
  distribution: ['Central America', 'West Africa'],
  floweringSeason: ['january', 'february'],
  fruitingSeason: ['march', 'april'],
  synonyms: ['Bombax pentandrum'],
  commonNames: [{ name: 'Silk-cotton tree', language: 'en' }],
  featuredImage: null,
  images: [],
  publishedAt: '2025-06-01T00:00:00Z',
  updatedAt: '2026-01-11T00:00:00Z',
  identifiers: { wfo: 'wfo-0000586842', ipni: null, gbif: '5406697', iucn: null },
  texts: {
    en: {
      title: 'Kapok',
      description: 'A giant of tropical forests, grown for the floss around its seeds.',
      body: '## In the field\n\nGrey trunk with thorns when young.',
      bodyFormat: 'markdown',
      tags: ['tropical'],
      uses: ['floss'],
      nativeRegion: 'Tropical America and Africa',
      maxHeight: '70 m',
      elevation: null,
      toxicityLevel: null,
      toxicParts: [],
      skinContactRisk: null,
      allergenRisk: null,
      attributes: {},
    },
  },
};

const detail = toDetail(kapok, 'en');
const meta = { locale: 'en', revision: 'r12' };

/** A list's record has the fields of the detail up to the long text. */
const record = Object.fromEntries(Object.entries(detail).slice(0, Object.keys(detail).indexOf('body')));

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

const DETAILS: Record<ProblemCode, string> = {
  'invalid-parameter': '',
  'malformed-request': 'This is not a valid HTTP request.',
  unauthorized: 'Send a valid API key in the header X-API-Key.',
  'tree-not-found': 'No tree of the catalogue has this slug.',
  'route-not-found': 'There is no such route under /api/v1. Did you mean /api/v1/trees?',
  'method-not-allowed': 'Use GET, HEAD.',
  'request-timeout': 'The request was not complete in good time.',
  'uri-too-long': 'The address is longer than the service accepts.',
  'headers-too-large': 'The headers are larger than the service accepts.',
  'rate-limited': 'Try again in 17 s.',
  internal: 'The service could not answer.',
  'no-catalogue': 'No catalogue has been published yet.',
};

/** The body of a problem as the service would send it. */
export function problemExample(code: ProblemCode, base: string): unknown {
  const faults = [
    { parameter: 'pageSize', value: '500', message: 'must be a whole number from 1 to 100' },
    { parameter: 'famly', message: 'unknown parameter; did you mean family?' },
  ];
  const problem: Problem = code === 'invalid-parameter' ? invalidParameters(faults) : { code, detail: DETAILS[code] };
  return JSON.parse(problemBody(problem, 'Zk3xV0aBq1Yt-2s', base).toString());
}

export function codesOf(status: number): ProblemCode[] {
  return (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => PROBLEMS[code].status === status);
}
