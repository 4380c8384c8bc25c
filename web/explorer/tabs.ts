// In charge of the key between tabs: one that has it hands it to others of the same browser and service, while it is open.

import { isPossible, readKey } from './key.ts';

type Message = { kind: 'wanted' } | { kind: 'key'; key: string } | { kind: 'forgotten' };

interface Listener {
  onKey(key: string): void;
  onForgotten(): void;
}

/** Long enough for a tab that is awake; one that answers later is heard all the same. */
const PATIENCE_MS = 120;

export class Tabs {
  readonly #channel: BroadcastChannel;
  readonly #listener: Listener;
  #onAnswer = () => {};

  /** Services under other paths of the same host have their own keys. */
  constructor(baseUrl: string, listener: Listener) {
    this.#listener = listener;
    this.#channel = new BroadcastChannel(`sylva-key ${baseUrl}`);
    this.#channel.onmessage = ({ data }) => this.#hear(data);
  }

  /** Resolves when a tab has answered, or none seems to be there. */
  ask(): Promise<void> {
    this.#send({ kind: 'wanted' });
    return new Promise((resolve) => {
      this.#onAnswer = resolve;
      setTimeout(resolve, PATIENCE_MS);
    });
  }

  tellKey(key: string): void {
    this.#send({ kind: 'key', key });
  }

  tellForgotten(): void {
    this.#send({ kind: 'forgotten' });
  }

  #send(message: Message): void {
    this.#channel.postMessage(message);
  }

  #hear(message: Message): void {
    const key = readKey();
    if (message.kind === 'wanted' && key !== undefined) this.tellKey(key);
    if (message.kind === 'forgotten') this.#listener.onForgotten();
    if (message.kind === 'key' && key === undefined && isPossible(message.key)) {
      this.#listener.onKey(message.key);
      this.#onAnswer();
    }
  }
}
