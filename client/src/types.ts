// In charge of the names under which callers know the types of the API.

import type { components, operations } from './api.ts';

type Schemas = components['schemas'];

export type Month = Schemas['Month'];
export type ConservationStatus = Schemas['ConservationStatus'];
export type TreeSummary = Schemas['TreeSummary'];
export type TreeRecord = Schemas['TreeRecord'];
export type TreeDetail = Schemas['TreeDetail'];
/** How much of each tree a list shows. */
export type View = NonNullable<QueryOf<'listTrees'>['view']>;
/** A tree as a view shows it. */
export type TreeOf<V extends View> = { summary: TreeSummary; record: TreeRecord; detail: TreeDetail }[V];
export type TreeList<V extends View = 'record'> = Omit<Schemas['TreeList'], 'data'> & { data: TreeOf<V>[] };
export type TreeAnswer = Schemas['TreeAnswer'];
export type Family = Schemas['Family'];
export type FamilyList = Schemas['FamilyList'];
export type MapAnswer = Schemas['MapAnswer'];
/** Regions as shapes to draw. */
export type RegionMap = NonNullable<MapAnswer['data']>;
export type NameMatch = Schemas['NameMatch'];
export type NameMatchList = Schemas['NameMatchList'];
/** How much of each tree a list of changes shows. */
export type ChangeView = NonNullable<QueryOf<'listChanges'>['view']>;
/** What happened to a tree; null in the place of one that was removed. */
export type Change<V extends ChangeView = 'record'> = Omit<Schemas['Change'], 'tree'> &
  (V extends View ? { tree: TreeOf<V> | null } : unknown);
export type ChangeList<V extends ChangeView = 'record'> = Omit<Schemas['ChangeList'], 'data'> & { data: Change<V>[] };
export type Pagination = Schemas['Pagination'];
export type FacetCount = Schemas['FacetCount'];
export type Problem = Schemas['Problem'];
export type Fault = Schemas['Fault'];

/** Where several values may be given, one may stand alone. */
type Kindly<Q> = { [K in keyof Q]: Q[K] | (NonNullable<Q[K]> extends (infer Each)[] ? Each : never) };
type QueryOf<Name extends keyof operations> = Kindly<NonNullable<operations[Name]['parameters']['query']>>;

export type ListTreesQuery<V extends View = 'record'> = Omit<QueryOf<'listTrees'>, 'view'> & { view?: V | undefined };
export type AllTreesQuery<V extends View = 'record'> = Omit<ListTreesQuery<V>, 'page' | 'facets'>;
export type GetMapQuery = QueryOf<'getMap'>;
export type GetTreeQuery = QueryOf<'getTree'>;
export type ListFamiliesQuery = QueryOf<'listFamilies'>;
export type MatchNamesQuery = Omit<QueryOf<'matchNames'>, 'name'>;
export type ListChangesQuery<V extends ChangeView = 'record'> = Omit<QueryOf<'listChanges'>, 'view'> & {
  view?: V | undefined;
};
export type ChangesQuery<V extends ChangeView = 'record'> = Omit<ListChangesQuery<V>, 'since' | 'page'>;
export type ExportFileQuery = QueryOf<'exportTrees'>;
export type ExportTreesQuery = Omit<QueryOf<'exportTrees'>, 'format'>;

/** A language that may be asked for. */
export type Locale = NonNullable<GetTreeQuery['locale']>;

type TextField =
  | 'title'
  | 'description'
  | 'body'
  | 'bodyFormat'
  | 'tags'
  | 'nativeRegion'
  | 'maxHeight'
  | 'elevation'
  | 'uses'
  | 'toxicityLevel'
  | 'toxicParts'
  | 'skinContactRisk'
  | 'allergenRisk'
  | 'attributes';
type MadeField = 'slug' | 'locale' | 'availableLocales' | '_links';
type Told<K extends keyof TreeDetail> = NonNullable<TreeDetail[K]>;

/** A tree as an export has it: texts by language, such as `title.en`; what is not known is left out. */
export type ExportedTree = { slug: string; scientificName: string; family: string } & {
  [K in Exclude<keyof TreeDetail, TextField | MadeField | 'scientificName' | 'family'>]?: Told<K>;
} & { [K in TextField as `${K}.${Locale}`]?: Told<K> } & { [K in FamilyName]?: string };
type FamilyName = `family.commonName.${Locale}`;
