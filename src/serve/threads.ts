// In charge of the serving threads, as the main thread sees them: all know the same, and one that dies is replaced.

import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { newConnections, type SharedConnections } from '../access/connection-limit.ts';
import { newWindows, threadEnded } from '../access/memory-rate-limit.ts';
import { systemClock } from '../access/rate-limit.ts';
import type { CallerUse } from '../access/usage.ts';
import { codeVersion } from '../code-version.ts';
import type { Settings } from '../config.ts';
import type { ServiceLog } from '../log.ts';
import { ThreadNumbers } from '../monitor/numbers.ts';
import type { Warning } from '../monitor/warnings.ts';
import type { CallersMessage, FromThread, PublishedMessage, ThreadStart, ToThread, Where } from './messages.ts';

/** Long enough that a thread which dies at once, again and again, does not keep the machine busy. */
const REPLACE_MILLISECONDS = 200;

/** Where threads and what happens to them are logged. */
type ThreadsLog = Pick<ServiceLog, 'logger' | 'room' | 'write'>;

export interface ThreadEvents {
  used(uses: CallerUse[]): void;
  /** One died, and another takes its place. */
  replaced(): void;
}

export class ServingThreads {
  readonly #settings: Settings;
  readonly #log: ThreadsLog;
  readonly #events: ThreadEvents;
  readonly #windows = newWindows(systemClock, randomBytes(4).readUInt32LE());
  readonly #connections: SharedConnections;
  readonly #codeVersion = codeVersion();
  readonly #storeReadAt = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  readonly #threads = new Set<ServingThread>();
  /** One for each that serves; who replaces one that died counts on in its place. */
  readonly numbers: ThreadNumbers[] = [];
  #callers: CallersMessage | undefined;
  #published: PublishedMessage | undefined;
  #warnings: Warning[] = [];
  #isDraining = false;
  #isClosing = false;

  constructor(settings: Settings, log: ThreadsLog, events: ThreadEvents) {
    this.#settings = settings;
    this.#connections = newConnections(settings.threads, randomBytes(4).readUInt32LE());
    this.#log = log;
    this.#events = events;
  }

  tellCallers(message: CallersMessage): void {
    this.#callers = message;
    for (const thread of this.#threads) thread.tell(message);
  }

  tellPublished(message: PublishedMessage): void {
    this.#published = message;
    for (const thread of this.#threads) thread.tell(message);
  }

  tellWarnings(warnings: Warning[]): void {
    this.#warnings = warnings;
    for (const thread of this.#threads) thread.tell({ type: 'warnings', warnings });
  }

  /** One that starts later begins with the settings of the time. */
  tellSettings(changes: Partial<Settings>): void {
    for (const thread of this.#threads) thread.tell({ type: 'settings', changes });
  }

  storeWasRead(at: number): void {
    this.#storeReadAt[0] = at;
  }

  /** They load their modules while the main thread reads the store. */
  start(): void {
    const { threads } = this.#settings;
    const count = canSharePorts() ? threads : 1;
    if (count < threads) this.#log.logger.warn('this system cannot share a port between threads: one thread serves');
    for (let number = 0; number < count; number++) {
      const numbers = new ThreadNumbers();
      this.numbers.push(numbers);
      this.#add(numbers);
    }
  }

  /** The address, once all of them listen: the first picks the port, the others share it. */
  async listen(): Promise<string> {
    const [first, ...others] = this.#threads;
    const isShared = others.length > 0;
    if (isShared) await assertFree(this.#settings);
    const { address, port } = await this.#listen(first, { port: this.#settings.port, isShared });
    await Promise.all(others.map((other) => this.#listen(other, { port, isShared })));
    return address;
  }

  /** Everything is answered as before, but readiness ends, so that a load balancer sends no more. */
  drain(): void {
    this.#isDraining = true;
    for (const thread of this.#threads) thread.tell({ type: 'drain' });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  #add(numbers: ThreadNumbers): ServingThread {
    const thread = new ServingThread(numbers, {
      settings: this.#settings,
      codeVersion: this.#codeVersion,
      connections: this.#connections,
      part: this.numbers.indexOf(numbers),
      windows: this.#windows,
      storeReadAt: this.#storeReadAt,
      numbers: numbers.memory,
      logRoom: this.#log.room.memory,
    });
    this.#threads.add(thread);
    thread.ended.then(() => threadEnded(this.#windows, thread.id));
    thread.on('used', this.#events.used);
    thread.on('log', (lines) => this.#log.write(lines));
    thread.on('said', (text) => this.#log.logger.warn({ text }, 'a serving thread said'));
    if (this.#callers) thread.tell(this.#callers);
    if (this.#published) thread.tell(this.#published);
    thread.tell({ type: 'warnings', warnings: this.#warnings });
    if (this.#isDraining) thread.tell({ type: 'drain' });
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

  #replace(error: unknown, numbers: ThreadNumbers, where: Where): void {
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

interface Listening {
  address: string;
  port: number;
}

/** Emits `used` with what callers used, `log` with lines for it, and `said` with what else was written in the thread. */
class ServingThread extends EventEmitter {
  readonly numbers: ThreadNumbers;
  /** When it is over, with the error if there was one. */
  readonly ended: Promise<Error | undefined>;
  readonly id: number;
  readonly #worker: Worker;

  constructor(numbers: ThreadNumbers, start: ThreadStart) {
    super();
    flushCompileCache();
    this.numbers = numbers;
    const own = { stdout: true, stderr: true };
    this.#worker = new Worker(new URL('./entry.mjs', import.meta.url), { workerData: start, ...own });
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

/** A port that is shared among threads could be shared with another process by mistake: taken alone, it shows whose it is. */
async function assertFree({ host, port }: Settings): Promise<void> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  await once(server, 'listening').catch((error) => {
    throw new ListenError(error);
  });
  server.close();
  await once(server, 'close');
}

function canSharePorts(): boolean {
  return ['linux', 'freebsd', 'sunos', 'aix'].includes(process.platform);
}
