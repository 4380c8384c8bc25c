// In charge of what the main thread and a serving one tell each other.

import type { KnownKey } from '../access/callers.ts';
import type { SharedWindows } from '../access/memory-rate-limit.ts';
import type { Settings } from '../config.ts';

export interface CallersMessage {
  type: 'callers';
  keys: KnownKey[];
  allowlist: string[];
}

export interface PublishedMessage {
  type: 'published';
  revision: string;
  publishedAt: string;
  /** A whole snapshot in shared memory. */
  bytes: Uint8Array;
}

/** A thread listens when it is told to, after it was told what it is to serve. */
export type ToThread = CallersMessage | PublishedMessage | { type: 'listen' } | { type: 'close' };

export type FromThread =
  | { type: 'listening'; address: string; port: number }
  | { type: 'failed'; code: string | undefined; message: string }
  /** Key ids, each with the Unix time in milliseconds of its last use. */
  | { type: 'used'; uses: [string, number][] };

/** What a thread starts with. */
export interface ThreadStart {
  settings: Settings;
  /** The port to listen on; where several threads share it, the system spreads the connections. */
  port: number;
  isShared: boolean;
  windows: SharedWindows;
  /** One number in shared memory: when the store was last read. */
  storeReadAt: Float64Array;
}
