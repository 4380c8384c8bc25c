// Defines the messages between the main thread and a serving thread.

import type { KnownKey } from '../access/callers.ts';
import type { SharedCounts } from '../access/concurrency-limit.ts';
import type { SharedWindows } from '../access/rate-limit/memory.ts';
import type { CallerUse } from '../access/usage.ts';
import type { LiveSettings, Settings } from '../config/settings.ts';
import type { Check } from '../http/site/preview.ts';
import type { Warning } from '../observe/warnings.ts';
import type { Loaded } from '../publishing/revision-loader.ts';

/** The port to listen on; the system balances connections over threads that share it. */
export interface Where {
  port: number;
  isShared: boolean;
}

/** A thread listens when told to, after it was told what to serve. */
export type ToThread =
  | { type: 'callers'; keys: KnownKey[]; allowlist: string[] }
  | ({ type: 'published'; revision: string; publishedAt: string } & Loaded)
  | { type: 'warnings'; warnings: Warning[] }
  | { type: 'checked'; check: Check }
  | { type: 'live'; live: LiveSettings }
  | ({ type: 'listen' } & Where)
  /** Readiness ends, so that a load balancer sends no more; requests are still handled. */
  | { type: 'drain' }
  | { type: 'close' };

export type FromThread =
  | { type: 'listening'; address: string; port: number }
  | { type: 'failed'; code: string | undefined; message: string }
  | { type: 'used'; uses: CallerUse[] }
  /** Formatted lines that have taken their room. */
  | { type: 'log'; lines: string };

export interface ThreadStart {
  settings: Settings;
  live: LiveSettings;
  codeVersion: string;
  isPreview: boolean;
  connections: SharedCounts;
  exports: SharedCounts;
  part: number;
  windows: SharedWindows;
  /** One number in shared memory: when the store was last read. */
  storeReadAt: Float64Array;
  numbers: SharedArrayBuffer;
  logRoom: SharedArrayBuffer;
}
