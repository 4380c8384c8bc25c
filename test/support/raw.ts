// Bytes over a socket, and what comes back.

import { connect } from 'node:net';

/** Everything that comes back until the server ends the connection; `isHalfClosed` says at once that nothing more will come. */
export async function conversation(origin: string, bytes: string, { isHalfClosed = false } = {}): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  socket[isHalfClosed ? 'end' : 'write'](bytes, 'latin1');
  await new Promise((resolve, reject) => socket.on('close', resolve).on('error', reject));
  return text;
}

export function headOf(answer: string): { status: number; lines: Map<string, string>; body: string } {
  const end = answer.indexOf('\r\n\r\n');
  const [first, ...lines] = answer.slice(0, end).split('\r\n');
  return {
    status: Number(first.split(' ')[1]),
    lines: new Map(lines.map((line) => line.split(/: (.*)/s) as [string, string])),
    body: answer.slice(end + 4),
  };
}
