// In charge of fetching a file from the service with the visitor's key, which no link could carry.

import { errorOf } from '../../client/src/errors.ts';
import { readKey } from './key.ts';

export interface Download {
  name: string;
  body: Blob;
}

interface Wish {
  address: string;
  /** In place of the name that the service gives. */
  fallbackName: string;
  signal: AbortSignal;
  onProgress(bytes: number): void;
}

/** Browsers keep large blobs on disk, so that a catalogue of any size can be taken. */
export async function download({ address, fallbackName, signal, onProgress }: Wish): Promise<Download> {
  const key = readKey();
  const answer = await fetch(address, { signal, headers: { Accept: '*/*', ...(key && { 'X-API-Key': key }) } });
  if (!answer.ok || !answer.body) {
    const retryAfterSeconds = Number(answer.headers.get('Retry-After')) || undefined;
    throw errorOf(answer.status, await answer.text(), { address, retryAfterSeconds });
  }
  const type = answer.headers.get('Content-Type') ?? '';
  const counted = answer.body.pipeThrough(countBytes(onProgress));
  const body = await new Response(counted, { headers: { 'Content-Type': type } }).blob();
  return { name: nameIn(answer.headers.get('Content-Disposition')) ?? fallbackName, body };
}

function countBytes(tell: (bytes: number) => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      tell(bytes);
      controller.enqueue(chunk);
    },
  });
}

function nameIn(disposition: string | null): string | undefined {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
}

export function saveToDisk({ name, body }: Download): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(body);
  link.download = name;
  link.click();
  // The browser needs the address until it has begun to write.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
