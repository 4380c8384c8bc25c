// In charge of what callers may import.

export type { Cache, CachedAnswer } from './cache.ts';
export { MemoryCache } from './cache.ts';
export type { Changes } from './changes.ts';
export type { AllOptions, RequestOptions, SylvaClientOptions } from './client.ts';
export { SylvaClient } from './client.ts';
export {
  CatalogueChangedError,
  InvalidParameterError,
  NetworkError,
  NotFoundError,
  RateLimitedError,
  RefusedError,
  ServerError,
  SylvaError,
  TimeoutError,
  UnauthorizedError,
  UnexpectedAnswerError,
} from './errors.ts';
export type { ExportFile, TreeExport } from './exports.ts';
export type { RateLimit } from './limiter.ts';
export type { NameMatches } from './names.ts';
export type { SyncOptions, SyncResult, SyncStart } from './sync.ts';
export type * from './types.ts';
export type { OnChange } from './walk.ts';
