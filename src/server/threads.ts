// Manages the serving threads from the main thread: all get the same messages, and one that dies is replaced.

import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { newSharedCounts } from '../access/concurrency-limit.ts';
import { systemClock } from '../access/rate-limit/contract.ts';
import { newWindows, threadEnded } from '../access/rate-limit/memory.ts';
import type { CallerUse } from '../access/usage.ts';
import { codeVersion } from '../config/installation.ts';
import type { LiveSettings, Settings } from '../config/settings.ts';
import { ROUTE_LABELS } from '../http/site/pages.ts';
import { ThreadCounters } from '../observe/counters.ts';
import type { ServiceLog } from '../observe/log.ts';
import type { FromThread, ThreadStart, ToThread, Where } from './messages.ts';

/** Keeps a thread that dies at once, again and again, from keeping the machine busy. */
const REPLACE_MILLISECONDS = 200;

type ThreadsLog = Pick<ServiceLog, 'logger' | 'room' | 'write'>;

export interface ThreadEvents {
  used(uses: CallerUse[]): void;
  replaced(): void;
}

export class ServingThreads {
  readonly #log: ThreadsLog;
  readonly #events: ThreadEvents;
  readonly #start: Omit<ThreadStart, 'part' | 'numbers'>;
  readonly #threads = new Set<ServingThread>();
  /** One per serving thread; a replacement continues its predecessor's. */
  readonly numbers: ThreadCounters[] = [];
  /** The last message of each type, for replacements. */
  readonly #lastMessages = new Map<ToThread['type'], ToThread>();
  #isClosing = false;

  constructor(
    settings: Settings,
    live: LiveSettings,
    log: ThreadsLog,
    events: ThreadEvents,
    { isPreview = false } = {},
  ) {
    const seed = randomBytes(4).readUInt32LE();
    this.#log = log;
    this.#events = events;
    this.#start = {
      settings,
      live,
      codeVersion: codeVersion(),
      isPreview,
      connections: newSharedCounts(settings.threads, seed),
      exports: newSharedCounts(settings.threads, seed),
      windows: newWindows(systemClock, seed),
      storeReadAt: new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)),
      logRoom: log.room.memory,
    };
  }

  tell(message: ToThread): void {
    this.#lastMessages.set(message.type, message);
    for (const thread of this.#threads) thread.tell(message);
  }

  storeWasRead(at: number): void {
    this.#start.storeReadAt[0] = at;
  }

  /** The threads load their modules while the main thread reads the store. */
  start(): void {
    const { threads } = this.#start.settings;
    const canSharePorts = ['linux', 'freebsd', 'sunos', 'aix'].includes(process.platform);
    const count = canSharePorts ? threads : 1;
    if (count < threads) this.#log.logger.warn('this system cannot share a port between threads: one thread serves');
    for (let number = 0; number < count; number++) {
      const numbers = new ThreadCounters(ROUTE_LABELS);
      this.numbers.push(numbers);
      this.#add(numbers);
    }
  }

  /** Resolves when all threads listen. The first picks the port, the others share it. */
  async listen(): Promise<string> {
    const [first, ...others] = this.#threads;
    const isShared = others.length > 0;
    const { settings } = this.#start;
    if (isShared) await assertFree(settings);
    const { address, port } = await this.#listen(first, { port: settings.port, isShared });
    await Promise.all(others.map((other) => this.#listen(other, { port, isShared })));
    return address;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(Array.from(this.#threads, (thread) => thread.close()));
  }

  #add(numbers: ThreadCounters): ServingThread {
    const part = this.numbers.indexOf(numbers);
    const thread = new ServingThread(numbers, { ...this.#start, part, numbers: numbers.memory });
    this.#threads.add(thread);
    thread.ended.then(() => threadEnded(this.#start.windows, thread.id));
    thread.on('used', this.#events.used);
    thread.on('log', (lines) => this.#log.write(lines));
    thread.on('said', (text) => this.#log.logger.warn({ text }, 'a serving thread said'));
    for (const message of this.#lastMessages.values()) thread.tell(message);
    return thread;
  }

  async #listen(thread: ServingThread, where: Where): Promise<Listening> {
    try {
      const listening = await thread.listen(where);
      thread.ended.then((error) => {
        this.#threads.delete(thread);
        this.#replace(error, thread.numbers, { ...where, port: listening.port });
      });
      return listening;
    } catch (error) {
      this.#threads.delete(thread);
      throw error;
    }
  }

  #replace(error: unknown, numbers: ThreadCounters, where: Where): void {
    if (this.#isClosing) return;
    this.#events.replaced();
    this.#log.logger.error({ err: error }, 'a serving thread died, and is replaced');
    setTimeout(() => {
      if (this.#isClosing) return;
      this.#listen(this.#add(numbers), where).catch((reason) => this.#replace(reason, numbers, where));
    }, REPLACE_MILLISECONDS);
  }
}

/** The port cannot be listened on; `code` says why, such as `EADDRINUSE`. */
export class ListenError extends Error {
  override name = 'ListenError';
  readonly code: string | undefined;

  constructor({ message, code }: { message: string; code?: string | undefined }) {
    super(message);
    this.code = code;
  }
}

const THREAD = `./thread${extname(import.meta.url)}`;

interface Listening {
  address: string;
  port: number;
}

/** Emits `used` with usage, `log` with log lines, and `said` with other output of the thread. */
class ServingThread extends EventEmitter {
  readonly numbers: ThreadCounters;
  /** Resolves when the thread ends, with its error if there was one. */
  readonly ended: Promise<Error | undefined>;
  readonly id: number;
  readonly #worker: Worker;

  constructor(numbers: ThreadCounters, start: ThreadStart) {
    super();
    this.numbers = numbers;
    this.#worker = new Worker(new URL(THREAD, import.meta.url), { workerData: start, stdout: true, stderr: true });
    for (const stream of [this.#worker.stdout, this.#worker.stderr])
      stream.setEncoding('utf8').on('data', (text) => this.emit('said', text));
    this.id = this.#worker.threadId;
    this.ended = once(this.#worker, 'exit').then(
      () => undefined,
      (error) => error,
    );
    this.#worker.on('message', (message: FromThread) => this.#receive(message));
  }

  tell(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  async listen(where: Where): Promise<Listening> {
    const failed = Promise.race([once(this, 'failed').then(([error]) => error), this.ended]).then((error) => {
      throw error ?? new Error('A serving thread ended before it listened.');
    });
    this.tell({ type: 'listen', ...where });
    const [listening] = await Promise.race([once(this, 'listening'), failed]);
    return listening;
  }

  async close(): Promise<void> {
    this.tell({ type: 'close' });
    await this.ended;
  }

  #receive(message: FromThread): void {
    if (message.type === 'listening') this.emit('listening', message);
    else if (message.type === 'used') this.emit('used', message.uses);
    else if (message.type === 'log') this.emit('log', message.lines);
    else this.emit('failed', new ListenError(message));
  }
}

/** A shared port could be shared with another process by mistake: listening exclusively first detects that. */
async function assertFree({ host, port }: Settings): Promise<void> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  await once(server, 'listening').catch((error) => {
    throw new ListenError(error);
  });
  server.close();
  await once(server, 'close');
}
