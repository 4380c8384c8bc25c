// In charge of sending a call from the page, with the visitor's key.

import { readKey } from '../explorer/key.ts';

export interface Sent {
  status: number;
  milliseconds: number;
  type: string;
  text: string;
}

/** An export may have hundreds of megabytes; a page shows their beginning. */
const MOST_SHOWN = 60_000;

export async function send(address: string): Promise<Sent> {
  const key = readKey();
  const start = performance.now();
  const response = await fetch(address, { headers: { ...(key !== undefined && { 'X-API-Key': key }) } });
  const text = await beginningOf(response);
  const type = response.headers.get('Content-Type') ?? '';
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - start),
    type,
    text: readable(text, type),
  };
}

async function beginningOf({ body }: Response): Promise<string> {
  if (!body) return '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.length < MOST_SHOWN) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += value;
  }
  await reader.cancel();
  return `${text.slice(0, MOST_SHOWN)}…`;
}

function readable(text: string, type: string): string {
  try {
    return /\bjson$|json;/.test(type) ? JSON.stringify(JSON.parse(text), null, 2) : text;
  } catch {
    return text;
  }
}
