// In charge of what a serving thread counts. The numbers stand in shared memory with a place for each from the start:
// counting is one addition, the main thread reads them as they stand, and a thread that replaces a dead one counts on.

import { Histogram, numbersFor } from './histogram.ts';

export const OTHER = 'other';

/** What is asked for outside these counts together, so that nobody can make new series by asking for nonsense. */
export const ROUTES = [
  ...['/api/v1/trees', '/api/v1/trees/{slug}', '/api/v1/families', '/api/v1/*', '/', '/healthz'],
  ...['/readyz', '/docs', '/openapi.json', '/usage-policy', '/problems/{code}', '/assets/{name}', OTHER],
];

export const STATUSES = [
  ...['200', '204', '304', '400', '401', '404', '405', '408', '414', '429', '431', '499', '500', '503'],
  OTHER,
];

export const REQUEST_SECONDS = [
  ...[0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05],
  ...[0.1, 0.25, 0.5, 1, 2.5, 5, 10],
];
export const SWAP_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export const DECISIONS = ['allowed', 'limited'] as const;
export const OUTCOMES = ['key', 'allowlist', 'missing', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const GAUGES = ['connections', 'resources', 'redisUp', 'delayMean', 'delayP99', 'delayMax'] as const;
type Gauge = (typeof GAUGES)[number];

const ROUTE_NUMBERS = new Map(ROUTES.map((route, index) => [route, index]));
const STATUS_NUMBERS = Uint8Array.from({ length: 600 }, (_, status) => {
  const index = STATUSES.indexOf(String(status));
  return index === -1 ? STATUSES.indexOf(OTHER) : index;
});

export class ThreadNumbers {
  readonly memory: SharedArrayBuffer;
  /** By route and status: `ROUTES.length` times `STATUSES.length`. */
  readonly requests: Float64Array;
  /** One a route. */
  readonly durations: Histogram[];
  readonly swaps: Histogram;
  readonly sentBytes: Float64Array;
  /** By `DECISIONS`. */
  readonly decisions: Float64Array;
  /** Decisions that were made here because Redis could not be asked. */
  readonly fallbacks: Float64Array;
  /** By `OUTCOMES`. */
  readonly outcomes: Float64Array;
  /** Connections that were not taken. */
  readonly refusedConnections: Float64Array;
  readonly #gauges: Float64Array;

  constructor(memory?: SharedArrayBuffer) {
    this.memory = memory ?? new SharedArrayBuffer(LENGTH * Float64Array.BYTES_PER_ELEMENT);
    let offset = 0;
    const next = (length: number) => {
      const numbers = new Float64Array(this.memory, offset, length);
      offset += numbers.byteLength;
      return numbers;
    };
    this.requests = next(ROUTES.length * STATUSES.length);
    this.durations = ROUTES.map(() => new Histogram(REQUEST_SECONDS, next(numbersFor(REQUEST_SECONDS))));
    this.swaps = new Histogram(SWAP_SECONDS, next(numbersFor(SWAP_SECONDS)));
    this.sentBytes = next(1);
    this.decisions = next(DECISIONS.length);
    this.fallbacks = next(1);
    this.outcomes = next(OUTCOMES.length);
    this.refusedConnections = next(1);
    this.#gauges = next(GAUGES.length);
  }

  answered(route: string, status: number, milliseconds: number, bytes: number): void {
    const at = ROUTE_NUMBERS.get(route) ?? ROUTES.length - 1;
    this.requests[at * STATUSES.length + STATUS_NUMBERS[status]]++;
    this.durations[at].observe(milliseconds / 1000);
    this.sentBytes[0] += bytes;
  }

  decided(isAllowed: boolean): void {
    this.decisions[isAllowed ? 0 : 1]++;
  }

  turnedAway(): void {
    this.refusedConnections[0]++;
  }

  fellBack(): void {
    this.fallbacks[0]++;
  }

  authenticated(outcome: Outcome): void {
    this.outcomes[OUTCOMES.indexOf(outcome)]++;
  }

  gauge(name: Gauge): number {
    return this.#gauges[GAUGES.indexOf(name)];
  }

  setGauge(name: Gauge, value: number): void {
    this.#gauges[GAUGES.indexOf(name)] = value;
  }
}

const LENGTH =
  ROUTES.length * STATUSES.length +
  ROUTES.length * numbersFor(REQUEST_SECONDS) +
  numbersFor(SWAP_SECONDS) +
  (1 + DECISIONS.length + 1 + OUTCOMES.length + 1 + GAUGES.length);
