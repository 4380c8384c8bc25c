// In charge of loading a server from another core: by wrk where it is installed, else by autocannon.

import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Target } from './workloads.ts';

const run = promisify(execFile);

export const CONNECTIONS = 32;

export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

export const loadGenerator = isInstalled('wrk') ? 'wrk' : 'autocannon';

/** A command bound to one core, where the system can. */
export function onCore(core: number, command: string[]): [string, string[]] {
  const [program, ...rest] = isInstalled('taskset') ? ['taskset', '-c', String(core), ...command] : command;
  return [program, rest];
}

/** Asks the targets in turn, over and over, and returns the requests a second. Any answer that is no success is an error. */
export async function load(origin: string, targets: Target[], seconds: number, folder: string): Promise<number> {
  const list = join(folder, 'targets.json');
  const lua = join(folder, 'targets.lua');
  writeFileSync(list, JSON.stringify(targets));
  writeFileSync(lua, script(targets));
  const command =
    loadGenerator === 'wrk'
      ? ['wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}`, '--timeout', '300s', '-s', lua, origin]
      : [process.execPath, fileURLToPath(new URL('autocannon.ts', import.meta.url)), origin, list, String(seconds)];
  const { stdout } = await run(...onCore(1, command));
  const [, failures] = /Non-2xx or 3xx responses: (\d+)/.exec(stdout) ?? [];
  const [, errors] = /Socket errors: (.*)/.exec(stdout) ?? [];
  if (failures || errors) throw new Error(`${failures ?? 0} answers were no successes; ${errors ?? ''}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

/** Every request is put together before the load begins. */
export function script(targets: Target[]): string {
  const lines = targets.map(({ path, headers }) => {
    const fields = Object.entries(headers ?? {}).map(([name, value]) => `[${quoted(name)}]=${quoted(value)}`);
    return `requests[#requests+1] = wrk.format("GET", ${quoted(path)}, {${fields}})`;
  });
  // A function of Lua has room for some constants only.
  const parts = Array.from({ length: Math.ceil(lines.length / 1000) }, (_, part) =>
    ['(function()', ...lines.slice(part * 1000, part * 1000 + 1000), 'end)();'].join('\n'),
  );
  return `
    local requests, at = {}, 0
    init = function() ${parts.join('\n')} end
    request = function() at = at % #requests + 1; return requests[at] end`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
