// In charge of the client that callers hold: the operations, each in one place.

import { checkedKey } from './api-key.ts';
import { apiAddress } from './base-url.ts';
import type { Cache } from './cache.ts';
import { type Changes as ChangesSince, gatherChanges } from './changes.ts';
import { userAgent, variable } from './environment.ts';
import { type ExportFile, exportTrees, openFile, type TreeExport } from './exports.ts';
import type { RateLimit } from './limiter.ts';
import { matchAll, type NameMatches } from './names.ts';
import { queryString } from './query.ts';
import { type SyncOptions, type SyncResult, sync } from './sync.ts';
import { Transport } from './transport.ts';
import type {
  AllTreesQuery,
  ChangeList,
  ChangesQuery,
  ChangeView,
  ExportFileQuery,
  ExportTreesQuery,
  FamilyList,
  GetMapQuery,
  GetTreeQuery,
  ListChangesQuery,
  ListFamiliesQuery,
  ListTreesQuery,
  MapAnswer,
  MatchNamesQuery,
  NameMatchList,
  TreeAnswer,
  TreeList,
  TreeOf,
  View,
} from './types.ts';
import { sleep } from './wait.ts';
import { type OnChange, walkPages } from './walk.ts';

export interface SylvaClientOptions {
  /** Where the service is, such as `https://trees.example.org`, with or without `/api/v1`; without it `SYLVA_URL`. */
  baseUrl?: string | URL | undefined;
  /** Not needed from an allowlisted address; without it `SYLVA_KEY`. */
  apiKey?: string | undefined;
  /** How long one attempt may take; 10,000 where it is left out. */
  timeoutMs?: number | undefined;
  /** How often a request that failed in passing is sent again; 4 where it is left out. */
  maxRetries?: number | undefined;
  /** The longest wait for the limit or for `Retry-After`; 120,000 where it is left out. */
  maxWaitMs?: number | undefined;
  /** Whether to wait rather than to go beyond the service's limit; true where it is left out. */
  waitForLimit?: boolean | undefined;
  /** Where answers are kept to be asked for conditionally; nowhere where it is left out. */
  cache?: Cache | undefined;
  /** In the place of the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

export interface RequestOptions {
  signal?: AbortSignal | undefined;
}

export interface AllOptions extends RequestOptions {
  /** What to do when the catalogue is published anew on the way: `throw` (where it is left out) or `restart`. */
  onChange?: OnChange | undefined;
}

const LARGEST_PAGE = 100;

export class SylvaClient {
  readonly trees: Trees;
  readonly families: Families;
  readonly names: Names;
  readonly changes: Changes;
  readonly exports: Exports;
  readonly #transport: Transport;

  constructor(options: SylvaClientOptions = {}) {
    const { fetch: given, baseUrl, ...rest } = options;
    const apiKey = checkedKey(rest.apiKey ?? variable('SYLVA_KEY'));
    this.#transport = new Transport({
      baseUrl: apiAddress(baseUrl ?? variable('SYLVA_URL')),
      headers: { ...userAgent(), ...(apiKey !== undefined && { 'X-API-Key': apiKey }) },
      timeoutMs: rest.timeoutMs ?? 10_000,
      maxRetries: rest.maxRetries ?? 4,
      maxWaitMs: rest.maxWaitMs ?? 120_000,
      waitForLimit: rest.waitForLimit ?? true,
      cache: rest.cache,
      sleep,
      // Looked up at each call, and called as a function: browsers refuse it as a method.
      fetch: given ?? ((...request) => fetch(...request)),
    });
    this.trees = new Trees(this.#transport);
    this.families = new Families(this.#transport);
    this.names = new Names(this.#transport);
    this.changes = new Changes(this.#transport);
    this.exports = new Exports(this.#transport);
  }

  /** Brings a copy up to the present revision: it is that when this resolves, and what it was when this rejects. */
  async sync(options: SyncOptions): Promise<SyncResult> {
    const { signal } = options;
    return await sync(
      {
        readChanges: (since, page) =>
          this.changes.list({ since, page, view: 'none', pageSize: LARGEST_PAGE }, { signal }),
        exportTrees: (query) => this.exports.trees(query, { signal }),
      },
      options,
    );
  }

  /** The map that the catalogue brings, to be drawn; null where it brings none. */
  async map(query: GetMapQuery = {}, { signal }: RequestOptions = {}): Promise<MapAnswer> {
    return (await this.#transport.get(`/map${queryString(query)}`, signal)) as MapAnswer;
  }

  /** What the service last said of the limit; undefined before the first answer. */
  get rateLimit(): RateLimit | undefined {
    return this.#transport.limiter.rateLimit;
  }
}

class Trees {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** One page of trees, filtered, searched and sorted. */
  async list<V extends View = 'record'>(
    query: ListTreesQuery<V> = {},
    { signal }: RequestOptions = {},
  ): Promise<TreeList<V>> {
    return (await this.#transport.get(`/trees${queryString(query)}`, signal)) as TreeList<V>;
  }

  /** One tree whole, with related trees. */
  async get(slug: string, query: GetTreeQuery = {}, { signal }: RequestOptions = {}): Promise<TreeAnswer> {
    const path = `/trees/${encodeURIComponent(slug)}${queryString(query)}`;
    return (await this.#transport.get(path, signal)) as TreeAnswer;
  }

  /** Every tree of a question, page by page, each once. */
  all<V extends View = 'record'>(
    query: AllTreesQuery<V> = {},
    { signal, onChange = 'throw' }: AllOptions = {},
  ): AsyncGenerator<TreeOf<V>, void> {
    const readPage = (page: number) => this.list<V>({ pageSize: LARGEST_PAGE, ...query, page }, { signal });
    return walkPages(readPage, onChange);
  }
}

class Families {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Every family, or those of the trees that the query finds, with the number of its species. */
  async list(query: ListFamiliesQuery = {}, { signal }: RequestOptions = {}): Promise<FamilyList> {
    return (await this.#transport.get(`/families${queryString(query)}`, signal)) as FamilyList;
  }
}

class Names {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Which trees names mean, in the same order; more than 100 are asked for in parts, all of one revision. One that no request takes is `none`. */
  async match(
    names: readonly string[],
    query: MatchNamesQuery = {},
    { signal }: RequestOptions = {},
  ): Promise<NameMatches> {
    const ask = (name: readonly string[]) =>
      this.#transport.get(`/names/match${queryString({ ...query, name })}`, signal) as Promise<NameMatchList>;
    return await matchAll(names, ask);
  }
}

class Changes {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** One page of what has changed since a revision. */
  async list<V extends ChangeView = 'record'>(
    query: ListChangesQuery<V>,
    { signal }: RequestOptions = {},
  ): Promise<ChangeList<V>> {
    return (await this.#transport.get(`/changes${queryString(query)}`, signal)) as ChangeList<V>;
  }

  /** All that has changed since a revision, up to one other; begins again where a publish comes between two pages. */
  async since<V extends ChangeView = 'record'>(
    since: string,
    query: ChangesQuery<V> = {},
    { signal }: RequestOptions = {},
  ): Promise<ChangesSince<V>> {
    return await gatherChanges((page) =>
      this.list<V>({ pageSize: LARGEST_PAGE, ...query, since, page } as ListChangesQuery<V>, { signal }),
    );
  }
}

class Exports {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Every tree of a question, whole and in both languages, in one answer that goes on after a cut. */
  async trees(query: ExportTreesQuery = {}, { signal }: RequestOptions = {}): Promise<TreeExport> {
    return await exportTrees(this.#transport, query, signal);
  }

  /** The same as the file that the service makes: NDJSON, CSV or a Darwin Core Archive. */
  async file(query: ExportFileQuery = {}, { signal }: RequestOptions = {}): Promise<ExportFile> {
    return await openFile(this.#transport, query, signal);
  }
}
