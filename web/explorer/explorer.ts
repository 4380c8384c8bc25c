// In charge of the explorer's state: where one is, what was answered, how the service is, with which key. Views show it
// and call its methods; every change is told to one listener.

import { MemoryCache, type RateLimit, type RegionMap, SylvaClient } from '../../client/src/index.ts';
import { sleep } from '../../client/src/wait.ts';
import { addressOf, type ListPlace, type Place } from './address.ts';
import { TO_COMPARE } from './compare/kept-trees.ts';
import type { Condition } from './condition.ts';
import { isPossible, keepKey, readKey } from './key.ts';
import { Loader } from './loader.ts';
import { type Answer, anyOf, ask, questionOf, whole } from './question.ts';
import { SEEN } from './seen.ts';
import { withOwnTags } from './tag-languages.ts';

/** An answer, and the place that it is of. */
export interface Shown {
  place: Place;
  answer: Answer;
}

export interface State {
  place: Place;
  shown: Shown | undefined;
  condition: Condition;
  hasKey: boolean;
  /** The service asks for a key, and none was good so far. */
  isLocked: boolean;
  /** The last key that was entered has been refused. */
  isKeyRefused: boolean;
  limit: RateLimit | undefined;
  /** The newest that an answer told of. */
  revision: string | undefined;
}

const MOST_KEPT = 50;

export class Explorer {
  readonly #baseUrl: string;
  readonly #tell: (state: State) => void;
  readonly #loader: Loader<Place, Shown>;
  /** What was shown before, by address: the way back is there at once, while the service is asked whether it holds. */
  readonly #kept = new Map<string, Shown>();
  #client: SylvaClient;
  #map: { revision: string; loading: Promise<RegionMap> } | undefined;
  #hasBegun = false;
  #state: State;

  constructor(baseUrl: string, place: Place, tell: (state: State) => void) {
    this.#baseUrl = baseUrl;
    this.#tell = tell;
    this.#client = this.#clientWith(readKey());
    const hasKey = readKey() !== undefined;
    const condition: Condition = { kind: 'asking' };
    const access = { hasKey, isLocked: false, isKeyRefused: false };
    this.#state = { place, shown: undefined, condition, ...access, limit: undefined, revision: undefined };
    this.#loader = new Loader({
      ask: (each, signal) => this.#ask(each, signal),
      pause: (seconds, signal) => sleep(seconds * 1000, signal),
      onCondition: (each) => this.#onCondition(each),
      onAnswer: (_, shown) => this.#onAnswer(shown),
    });
  }

  async #ask(asked: Place, signal: AbortSignal): Promise<Shown> {
    const place = await whole(asked, this.#client, signal);
    const answer = await ask(this.#client, questionOf(place), signal);
    const better = await withOwnTags(place, answer, this.#client, signal);
    return better ? { place: better, answer: await ask(this.#client, questionOf(better), signal) } : { place, answer };
  }

  /** Whether something was asked for already. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Resolves when the place is shown, or cannot be. */
  go(place: Place): Promise<void> {
    this.#state = { ...this.#state, place, shown: this.#kept.get(addressOf(place)) ?? this.#standIn(place) };
    this.#hasBegun = true;
    return this.#loader.load(place);
  }

  /** Any tree of a list; undefined where none can be had. */
  anyOf(list: ListPlace, total: number): Promise<Place | undefined> {
    return anyOf(list, total, this.#client).catch(() => undefined);
  }

  /** What could not be loaded is tried again with the next map. */
  loadMap(revision: string): Promise<RegionMap> {
    if (this.#map?.revision !== revision) {
      const loading = this.#client.map().then(({ data }) => data ?? Promise.reject(new Error('There is no map.')));
      this.#map = { revision, loading };
      loading.catch(() => {
        this.#map = undefined;
      });
    }
    return this.#map.loading;
  }

  again(): Promise<void> {
    return this.go(this.#state.place);
  }

  useKey(key: string, isForDevice = false): Promise<void> {
    if (!isPossible(key)) {
      this.#change({ isKeyRefused: true });
      return Promise.resolve();
    }
    keepKey(key, isForDevice);
    return this.#switchKey(key);
  }

  forgetKey(): Promise<void> {
    keepKey(undefined);
    TO_COMPARE.keep([]);
    SEEN.keep([]);
    return this.#switchKey(undefined);
  }

  #switchKey(key: string | undefined): Promise<void> {
    this.#kept.clear();
    this.#map = undefined;
    this.#client = this.#clientWith(key);
    this.#state = { ...this.#state, hasKey: key !== undefined, shown: undefined, isKeyRefused: false };
    return this.again();
  }

  /** Failures are shown rather than waited out within the client: the visitor should know. */
  #clientWith(apiKey: string | undefined): SylvaClient {
    return new SylvaClient({ baseUrl: this.#baseUrl, apiKey, maxRetries: 0, maxWaitMs: 0, cache: new MemoryCache() });
  }

  /** A list that is being narrowed stays until the new one is there. */
  #standIn(place: Place): Shown | undefined {
    const { shown } = this.#state;
    return place.view === 'trees' && shown?.place.view === 'trees' ? shown : undefined;
  }

  #onCondition(condition: Condition): void {
    if (condition.kind !== 'locked') {
      this.#change({ condition });
      return;
    }
    const isKeyRefused = this.#state.hasKey;
    keepKey(undefined);
    this.#client = this.#clientWith(undefined);
    this.#change({ condition, shown: undefined, hasKey: false, isLocked: true, isKeyRefused });
  }

  #onAnswer(shown: Shown): void {
    const address = addressOf(shown.place);
    this.#kept.delete(address);
    this.#kept.set(address, shown);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > MOST_KEPT) this.#kept.delete(oldest);
    const { revision } = shown.answer.meta;
    const access = { isLocked: false, isKeyRefused: false };
    this.#change({ place: shown.place, shown, condition: { kind: 'answered' }, revision, ...access });
  }

  #change(part: Partial<State>): void {
    this.#state = { ...this.#state, ...part, limit: this.#client.rateLimit };
    this.#tell(this.#state);
  }
}
