import type { Topic } from '#protocol/core/stream/channels.ts';
import { heartbeatMs } from '#protocol/core/limits.ts';
import type { ChatAct } from '#protocol/chat/entities.ts';
import type { HubMessage } from '#hub/protocol.ts';
import type { OpenTransport, Transport } from './transport.ts';

/** A visible tab takes the hub for dead after this much silence: three heartbeats. */
export const hubSilenceMs = 3 * heartbeatMs + 1_000;

/** What the link needs of the tab. */
interface HubLinkDeps {
  /** Ways to the hub, best first; a way that fails is not tried again. */
  readonly transports: readonly ((again: boolean) => OpenTransport)[];
  /** Name of the Web Lock that this tab holds. */
  readonly tab: string;
  /** Address of the stream. */
  readonly url: string;
  /** Where the addresses of all calls begin. */
  readonly calls: string;
  now(): number;
  visible(): boolean;
  token(): string | null;
  /** What the tab holds now. */
  topics(): readonly Topic[];
  /** Everything the hub says but its epoch. */
  received(message: Exclude<HubMessage, { kind: 'epoch' }>): void;
  /** The hub that was spoken to is left or gone: what it was asked will not be answered. */
  lost(): void;
}

/**
 * Keeps this tab attached to a hub: says who it is and what it holds to each hub it meets, and looks for
 * another when the one it had falls silent.
 */
export class HubLink {
  /** Counts the accounts this tab has shown; data of an earlier one is thrown away. */
  generation = 0;
  readonly #deps: HubLinkDeps;
  #way = 0;
  #transport: Transport | null = null;
  #epoch: string | null = null;
  #receivedAtMs = 0;

  constructor(deps: HubLinkDeps) {
    this.#deps = deps;
  }

  open(): void {
    this.#open(false);
  }

  close(): void {
    this.#transport?.close();
    this.#transport = null;
    this.#epoch = null;
    this.#deps.lost();
  }

  subscribe(topics: readonly Topic[]): void {
    this.#transport?.send({ kind: 'subscribe', topics });
  }

  unsubscribe(topics: readonly Topic[]): void {
    this.#transport?.send({ kind: 'unsubscribe', topics });
  }

  /** @returns false when no hub is there to hear it */
  act(id: string, act: ChatAct): boolean {
    // One that was not greeted yet does not know this tab.
    if (this.#transport === null || this.#epoch === null) return false;
    this.#transport.send({ kind: 'chat', id, act, generation: this.generation });
    return true;
  }

  /** The user signed in or out, here or in another tab. */
  tokenChanged(): void {
    this.generation += 1;
    this.#transport?.send({ kind: 'token', token: this.#deps.token(), generation: this.generation });
  }

  visibilityChanged(): void {
    // Time that passed while hidden says nothing about the hub.
    this.#receivedAtMs = this.#deps.now();
    this.#transport?.send({ kind: 'visible', visible: this.#deps.visible() });
  }

  taken(): void {
    this.#transport?.send({ kind: 'taken' });
  }

  retry(): void {
    this.#transport?.send({ kind: 'retry' });
  }

  refresh(): void {
    this.#transport?.send({ kind: 'refresh' });
  }

  /** The user moved money or changed an order here. */
  acted(): void {
    this.#transport?.send({ kind: 'acted' });
  }

  /** Called every few seconds: a hub that fell silent is left for another. */
  watch(): void {
    if (this.#transport === null || !this.#deps.visible()) return;
    if (this.#deps.now() - this.#receivedAtMs >= hubSilenceMs) this.#open(true);
  }

  #open(again: boolean): void {
    this.close();
    this.#receivedAtMs = this.#deps.now();
    const way = this.#deps.transports[this.#way];
    if (way === undefined) return;
    let current = true;
    const ifCurrent = (act: () => void) => {
      if (current) act();
    };
    const listener = {
      received: (message: HubMessage) => ifCurrent(() => this.#receive(message)),
      announced: (epoch: string) => ifCurrent(() => this.#announced(epoch)),
      failed: () =>
        ifCurrent(() => {
          current = false;
          this.#tryNext();
        }),
    };
    try {
      const transport = way(again)(this.#deps.tab, listener);
      this.#transport = {
        send: (message) => transport.send(message),
        close: () => {
          current = false;
          transport.close();
        },
      };
    } catch {
      // The browser has it, but does not let us: private windows and content policies do that.
      this.#tryNext();
    }
  }

  #tryNext(): void {
    this.#way += 1;
    this.#open(false);
  }

  #receive(message: HubMessage): void {
    this.#receivedAtMs = this.#deps.now();
    if (message.kind !== 'epoch') {
      this.#deps.received(message);
      return;
    }
    if (this.#epoch === message.epoch) return;
    this.#epoch = message.epoch;
    this.#deps.lost();
    this.#greet();
  }

  #announced(epoch: string): void {
    if (this.#epoch !== null && this.#epoch !== epoch) this.#open(false);
  }

  #greet(): void {
    const { tab, url, calls } = this.#deps;
    const [visible, token, topics] = [this.#deps.visible(), this.#deps.token(), this.#deps.topics()];
    this.#transport?.send({ kind: 'hello', tab, url, calls, visible, token, generation: this.generation });
    if (topics.length > 0) this.#transport?.send({ kind: 'subscribe', topics });
  }
}
