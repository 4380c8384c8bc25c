// Counts what a serving thread does, in shared memory: counting is one addition, the main thread reads the numbers at any
// time, and the thread that replaces a dead one continues them.

import { monitorEventLoopDelay } from 'node:perf_hooks';

export class Histogram {
  /** Upper bounds of the buckets; one more bucket holds larger values. */
  readonly bounds: readonly number[];
  /** One number per bucket, then the sum of all values. */
  readonly #numbers: Float64Array;

  constructor(bounds: readonly number[], numbers: Float64Array = new Float64Array(numbersFor(bounds))) {
    this.bounds = bounds;
    this.#numbers = numbers;
  }

  observe(value: number): void {
    const { bounds } = this;
    let bucket = 0;
    while (bucket < bounds.length && value > bounds[bucket]) bucket++;
    this.#numbers[bucket]++;
    this.#numbers[bounds.length + 1] += value;
  }

  get counts(): Float64Array {
    return this.#numbers.subarray(0, this.bounds.length + 1);
  }

  get sum(): number {
    return this.#numbers[this.bounds.length + 1];
  }

  /** `other` must have the same buckets. */
  add(other: Histogram): void {
    for (const [at, number] of other.#numbers.entries()) this.#numbers[at] += number;
  }
}

function numbersFor(bounds: readonly number[]): number {
  return bounds.length + 2;
}

export const OTHER = 'other';

const STATUSES = [200, 204, 206, 301, 304, 400, 401, 404, 405, 408, 410, 414, 416, 429, 431, 499, 500, 503];
export const STATUS_GROUPS = [...STATUSES.map(String), OTHER];

export const REQUEST_SECONDS = [
  ...[0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05],
  ...[0.1, 0.25, 0.5, 1, 2.5, 5, 10],
];
export const SWAP_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export const DECISIONS = ['allowed', 'limited'] as const;
export const OUTCOMES = ['key', 'allowlist', 'missing', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const NUMBERS = [
  ...DECISIONS,
  ...OUTCOMES,
  ...(['sentBytes', 'fallbacks', 'refusedConnections', 'exportedBytes', 'abortedExports'] as const),
  ...(['connections', 'exports', 'resources', 'redisUp', 'delayMean', 'delayP99', 'delayMax'] as const),
] as const;
export type NumberName = (typeof NUMBERS)[number];

const [ROUTE_BYTES, OTHER_BYTES] = [512, 1024];

export class ThreadCounters {
  readonly memory: SharedArrayBuffer;
  /** Requests outside of these count as `other`, so that clients cannot create new series. */
  readonly routes: readonly string[];
  /** By route and status: `routes.length` times `STATUS_GROUPS.length`. */
  readonly requests: Float64Array;
  readonly durations: Histogram[];
  readonly swaps: Histogram;
  readonly #numbers: Float64Array;
  readonly #routeNumbers: Map<string, number>;

  constructor(routes: readonly string[], memory?: SharedArrayBuffer) {
    this.routes = [...routes, OTHER];
    this.#routeNumbers = new Map(this.routes.map((route, index) => [route, index]));
    this.memory = memory ?? new SharedArrayBuffer(OTHER_BYTES + this.routes.length * ROUTE_BYTES);
    let offset = 0;
    const next = (length: number) => {
      const numbers = new Float64Array(this.memory, offset, length);
      offset += numbers.byteLength;
      return numbers;
    };
    this.requests = next(this.routes.length * STATUS_GROUPS.length);
    this.durations = this.routes.map(() => new Histogram(REQUEST_SECONDS, next(numbersFor(REQUEST_SECONDS))));
    this.swaps = new Histogram(SWAP_SECONDS, next(numbersFor(SWAP_SECONDS)));
    this.#numbers = next(NUMBERS.length);
  }

  answered(route: string, status: number, milliseconds: number, bytes: number): void {
    const at = this.#routeNumbers.get(route) ?? this.routes.length - 1;
    const group = STATUSES.indexOf(status);
    this.requests[at * STATUS_GROUPS.length + (group === -1 ? STATUSES.length : group)]++;
    this.durations[at].observe(milliseconds / 1000);
    this.add('sentBytes', bytes);
  }

  value(name: NumberName): number {
    return this.#numbers[NUMBERS.indexOf(name)];
  }

  add(name: NumberName, amount = 1): void {
    this.#numbers[NUMBERS.indexOf(name)] += amount;
  }

  setGauge(name: NumberName, value: number): void {
    this.#numbers[NUMBERS.indexOf(name)] = value;
  }
}

/** Longer than the usual interval of scrapes, so that none misses a peak. */
const PERIOD_MILLISECONDS = 15_000;
const SAMPLE_MILLISECONDS = 1_000;
const RESOLUTION_MILLISECONDS = 20;

/** Samples the delay of the calling thread every second; a peak stays for one more period. Returns a function that stops it. */
export function watchEventLoop(numbers: ThreadCounters): () => void {
  const current = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
  current.enable();
  let began = performance.now();
  let lastMax = 0;
  const timer = setInterval(() => {
    const max = excess(current.max);
    numbers.setGauge('delayMean', excess(current.mean));
    numbers.setGauge('delayP99', excess(current.percentile(99)));
    numbers.setGauge('delayMax', Math.max(max, lastMax));
    if (performance.now() - began < PERIOD_MILLISECONDS) return;
    current.reset();
    lastMax = max;
    began = performance.now();
  }, SAMPLE_MILLISECONDS).unref();
  return () => {
    clearInterval(timer);
    current.disable();
  };
}

/** Seconds beyond the resolution; an empty period has none. */
function excess(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - RESOLUTION_MILLISECONDS / 1000) : 0;
}
