// In charge of the names under which callers know the types of the API.

import type { components, operations } from './api.ts';

type Schemas = components['schemas'];

export type Month = Schemas['Month'];
export type ConservationStatus = Schemas['ConservationStatus'];
export type TreeSummary = Schemas['TreeSummary'];
export type TreeRecord = Schemas['TreeRecord'];
export type TreeDetail = Schemas['TreeDetail'];
export type TreeList = Schemas['TreeList'];
export type TreeAnswer = Schemas['TreeAnswer'];
export type Family = Schemas['Family'];
export type FamilyList = Schemas['FamilyList'];
export type Pagination = Schemas['Pagination'];
export type FacetCount = Schemas['FacetCount'];
export type Problem = Schemas['Problem'];
export type Fault = Schemas['Fault'];

/** Where several values may be given, one may stand alone. */
type Kindly<Q> = { [K in keyof Q]: Q[K] | (NonNullable<Q[K]> extends (infer Each)[] ? Each : never) };
type QueryOf<Name extends keyof operations> = Kindly<NonNullable<operations[Name]['parameters']['query']>>;

export type ListTreesQuery = QueryOf<'listTrees'>;
export type AllTreesQuery = Omit<ListTreesQuery, 'page' | 'facets'>;
export type GetTreeQuery = QueryOf<'getTree'>;
export type ListFamiliesQuery = QueryOf<'listFamilies'>;

/** A language that may be asked for. */
export type Locale = NonNullable<GetTreeQuery['locale']>;
