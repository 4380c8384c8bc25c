// In charge of the serving threads, as the main thread sees them: all know the same, and one that dies is replaced.

import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { newWindows } from '../access/memory-rate-limit.ts';
import { systemClock } from '../access/rate-limit.ts';
import type { Settings } from '../config.ts';
import type { CallersMessage, FromThread, PublishedMessage, ThreadStart, ToThread } from './messages.ts';

/** Long enough that a thread which dies at once, again and again, does not keep the machine busy. */
const REPLACE_MILLISECONDS = 200;

export class ServingThreads {
  readonly #settings: Settings;
  readonly #log: Logger;
  readonly #markUsed: (keyId: string, at: number) => void;
  readonly #windows = newWindows(systemClock, randomBytes(4).readUInt32LE());
  readonly #storeReadAt = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  readonly #threads = new Set<ServingThread>();
  #callers: CallersMessage | undefined;
  #published: PublishedMessage | undefined;
  #isClosing = false;

  constructor(settings: Settings, log: Logger, markUsed: (keyId: string, at: number) => void) {
    this.#settings = settings;
    this.#log = log;
    this.#markUsed = markUsed;
  }

  tellCallers(message: CallersMessage): void {
    this.#callers = message;
    for (const thread of this.#threads) thread.tell(message);
  }

  tellPublished(message: PublishedMessage): void {
    this.#published = message;
    for (const thread of this.#threads) thread.tell(message);
  }

  storeWasRead(): void {
    this.#storeReadAt[0] = Date.now();
  }

  /** The address, once all of them listen: the first picks the port, the others share it. */
  async listen(): Promise<string> {
    const { threads, port } = this.#settings;
    const count = canSharePorts() ? threads : 1;
    if (count < threads) this.#log.warn('this system cannot share a port between threads: one thread serves');
    if (count > 1) await assertFree(this.#settings);
    const first = await this.#add(port, count > 1);
    for (let number = 1; number < count; number++) await this.#add(first.port, true);
    return first.address;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  async #add(port: number, isShared: boolean): Promise<{ address: string; port: number }> {
    const thread = new ServingThread({
      settings: this.#settings,
      port,
      isShared,
      windows: this.#windows,
      storeReadAt: this.#storeReadAt,
    });
    this.#threads.add(thread);
    thread.on('used', this.#markUsed);
    if (this.#callers) thread.tell(this.#callers);
    if (this.#published) thread.tell(this.#published);
    try {
      const listening = await thread.listen();
      thread.on('ended', (error) => {
        this.#threads.delete(thread);
        this.#replace(error, listening.port, isShared);
      });
      return listening;
    } catch (error) {
      this.#threads.delete(thread);
      throw error;
    }
  }

  #replace(error: unknown, port: number, isShared: boolean): void {
    if (this.#isClosing) return;
    this.#log.error({ err: error }, 'a serving thread died, and is replaced');
    setTimeout(() => {
      this.#add(port, isShared).catch((reason) => this.#replace(reason, port, isShared));
    }, REPLACE_MILLISECONDS);
  }
}

/** Emits `used` with a key's id and a time, and `ended` with the error if there was one. */
class ServingThread extends EventEmitter {
  readonly #worker: Worker;
  readonly #ended: Promise<unknown>;

  constructor(start: ThreadStart) {
    super();
    flushCompileCache();
    this.#worker = new Worker(new URL('./entry.mjs', import.meta.url), { workerData: start });
    this.#ended = once(this.#worker, 'exit').catch((error) => error);
    this.#ended.then((error) => this.emit('ended', error instanceof Error ? error : undefined));
    this.#worker.on('message', (message: FromThread) => this.#receive(message));
  }

  tell(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  async listen(): Promise<{ address: string; port: number }> {
    const failed = Promise.race([once(this, 'failed'), once(this, 'ended')]).then(([error]) => {
      throw error ?? new Error('A serving thread ended before it listened.');
    });
    this.tell({ type: 'listen' });
    const [listening] = await Promise.race([once(this, 'listening'), failed]);
    return listening;
  }

  async close(): Promise<void> {
    this.tell({ type: 'close' });
    await this.#ended;
  }

  #receive(message: FromThread): void {
    if (message.type === 'listening') this.emit('listening', message);
    else if (message.type === 'used') for (const [id, at] of message.uses) this.emit('used', id, at);
    else this.emit('failed', Object.assign(new Error(message.message), { code: message.code }));
  }
}

/** A port that is shared among threads could be shared with another process by mistake: taken alone, it shows whose it is. */
async function assertFree({ host, port }: Settings): Promise<void> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

function canSharePorts(): boolean {
  return ['linux', 'freebsd', 'sunos', 'aix'].includes(process.platform);
}
