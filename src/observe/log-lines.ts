// Formats JSON log lines for people. No field can send a control sequence to the terminal or start a line of its own.

import { shown, shownLines } from '../domain/shown.ts';

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

interface Line {
  level: number;
  time: number;
  msg?: string;
  [field: string]: unknown;
}

/** Takes whole JSON lines. A name may hold what `.` would take for a line break, so the pattern names the newline. */
export function readable(lines: string): string {
  return lines.replace(/[^\n]+/g, readableLine);
}

function readableLine(json: string): string {
  const { level, time, msg = '', ...fields } = JSON.parse(json) as Line;
  const head = `${new Date(time).toISOString().slice(11, 23)} ${(LEVELS[level] ?? String(level)).padEnd(5)}`;
  return shownLines(`${head} ${msg === 'request' ? requestText(fields) : messageText(msg, fields)}`);
}

function requestText(fields: Record<string, unknown>): string {
  const { status, method, route, client, keyId, keyName, durationMs, bytes, revision, id } = fields;
  const caller = keyName ?? keyId;
  const parts = [
    status,
    method || '-',
    String(route || '-').padEnd(22),
    durationMs === undefined ? '-' : `${durationMs} ms`,
    `${bytes} B`,
    client,
    caller ?? '-',
    revision ?? '-',
    id,
  ];
  return shown(parts.join('  '));
}

function messageText(msg: string, { err, ...fields }: Record<string, unknown>): string {
  const rest = Object.entries(fields).map(([name, value]) =>
    shown(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
  );
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string };
  const trouble = err === undefined ? [] : [`\n    ${(stack ?? message ?? '').replaceAll('\n', '\n    ')}`];
  return [shown(msg), ...rest, ...trouble].join('  ');
}
