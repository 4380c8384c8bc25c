// Reads the environment of Node, Deno and Bun. Browsers have none.

import { VERSION } from './version.ts';

interface Process {
  env?: Record<string, string | undefined>;
  versions?: { node?: string };
}

const ownProcess = () => (globalThis as { process?: Process }).process;

/** An empty variable counts as not set. */
export function variable(name: string): string | undefined {
  try {
    return ownProcess()?.env?.[name] || undefined;
  } catch {
    // Deno, without the permission.
    return undefined;
  }
}

/** Not in browsers: they would ask a service of another origin whether it allows the header. */
export function userAgent(): Record<string, string> {
  return ownProcess()?.versions?.node === undefined ? {} : { 'User-Agent': `sylva-client/${VERSION}` };
}
