// In charge of what the main thread and a serving one tell each other.

import type { KnownKey } from '../access/callers.ts';
import type { SharedConnections } from '../access/connection-limit.ts';
import type { SharedWindows } from '../access/memory-rate-limit.ts';
import type { CallerUse } from '../access/usage.ts';
import type { Settings } from '../config.ts';
import type { Warning } from '../monitor/warnings.ts';

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

/** What has changed of the settings, while running. */
export interface SettingsMessage {
  type: 'settings';
  changes: Partial<Settings>;
}

/** The port to listen on; where several threads share it, the system spreads the connections. */
export interface Where {
  port: number;
  isShared: boolean;
}

/** A thread listens when it is told to, after it was told what it is to serve. */
export type ToThread =
  | CallersMessage
  | PublishedMessage
  | { type: 'warnings'; warnings: Warning[] }
  | SettingsMessage
  | ({ type: 'listen' } & Where)
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
  codeVersion: string;
  connections: SharedConnections;
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
