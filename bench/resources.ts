// In charge of what a command costs: how long it takes, how much of that on processors, and how much memory at most. Linux tells it while
// the command runs.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

export interface Cost {
  milliseconds: number;
  /** On all cores together. */
  processorMilliseconds: number;
  peakMegabytes: number;
  output: string;
}

const LOOK_MILLISECONDS = 20;
/** As Linux counts for programs, whatever its own clock. */
const TICK_MILLISECONDS = 10;

/** A command that must succeed. */
export async function costOf(command: string[]): Promise<Cost> {
  const start = performance.now();
  const child = spawn(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, peakMegabytes, processorMilliseconds] = ['', 0, 0];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = once(child, 'close');
  let isRunning = true;
  ended.then(() => (isRunning = false));
  while (isRunning) {
    const look = lookAt(child.pid as number);
    peakMegabytes = Math.max(peakMegabytes, look?.peakMegabytes ?? 0);
    processorMilliseconds = Math.max(processorMilliseconds, look?.processorMilliseconds ?? 0);
    await Promise.race([ended, wait(LOOK_MILLISECONDS)]);
  }
  const milliseconds = performance.now() - start;
  if (child.exitCode !== 0) throw new Error(`${command.join(' ')}: ${output}`);
  return { milliseconds, processorMilliseconds, peakMegabytes, output };
}

/** Undefined of what has ended. */
function lookAt(pid: number): Pick<Cost, 'processorMilliseconds' | 'peakMegabytes'> | undefined {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    // After the name, which may hold anything, in brackets: the state is the first.
    const [, after] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const fields = after?.split(' ').map(Number) ?? [];
    const processorMilliseconds = (fields[11] + fields[12]) * TICK_MILLISECONDS;
    return kilobytes ? { peakMegabytes: Math.round(Number(kilobytes) / 1024), processorMilliseconds } : undefined;
  } catch {
    return undefined;
  }
}
