// In charge of what the main thread and a serving one tell each other.

import type { KnownKey } from '../access/callers.ts';
import type { SharedConnections } from '../access/connection-limit.ts';
import type { SharedExports } from '../access/export-limit.ts';
import type { SharedWindows } from '../access/rate-limit/memory.ts';
import type { CallerUse } from '../access/usage.ts';
import type { LiveSettings, Settings } from '../config/settings.ts';
import type { Check } from '../http/site/preview.ts';
import type { Warning } from '../observe/warnings.ts';
import type { Loaded } from '../publishing/revision-loader.ts';

/** The port to listen on; where several threads share it, the system spreads the connections. */
export interface Where {
  port: number;
  isShared: boolean;
}

/** A thread listens when it is told to, after it was told what it is to serve. */
export type ToThread =
  | { type: 'callers'; keys: KnownKey[]; allowlist: string[] }
  | ({ type: 'published'; revision: string; publishedAt: string } & Loaded)
  | { type: 'warnings'; warnings: Warning[] }
  | { type: 'checked'; check: Check }
  | { type: 'live'; live: LiveSettings }
  | ({ type: 'listen' } & Where)
  /** Everything is answered as before, but readiness ends, so that a load balancer sends no more. */
  | { type: 'drain' }
  | { type: 'close' };

export type FromThread =
  | { type: 'listening'; address: string; port: number }
  | { type: 'failed'; code: string | undefined; message: string }
  | { type: 'used'; uses: CallerUse[] }
  /** Lines of the log, in their form, which have their room. */
  | { type: 'log'; lines: string };

/** What a thread starts with. */
export interface ThreadStart {
  settings: Settings;
  live: LiveSettings;
  codeVersion: string;
  /** Whether it shows content that is not published. */
  isPreview: boolean;
  connections: SharedConnections;
  exports: SharedExports;
  /** Its number among the serving threads. */
  part: number;
  windows: SharedWindows;
  /** One number in shared memory: when the store was last read. */
  storeReadAt: Float64Array;
  /** Where it counts for the metrics. */
  numbers: SharedArrayBuffer;
  /** How much of the log waits to be written. */
  logRoom: SharedArrayBuffer;
}
