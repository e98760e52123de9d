import type { ChatAct } from '#protocol/chat/entities.ts';
import type { ActsListener, ChatOutcome, StreamClient } from './stream-client.ts';

/** An act that was not answered within this is given up: its answer may be lost with a hub or a socket. */
export const answeredWithinMs = 10_000;
/** Acts that may wait for their answer; the oldest gives way. */
export const actsMax = 64;

/** Acts in the chat and their answers: each is answered, or given up in time. */
export class ChatActs implements ActsListener {
  readonly #stream: Pick<StreamClient, 'act'>;
  readonly #after: (delayMs: number, callback: () => void) => () => void;
  /** Acts that were not answered yet, oldest first. */
  readonly #waiting = new Map<string, (answer: ChatOutcome) => void>();

  /** @param after calls back once after a while; returns how to prevent it */
  constructor(stream: Pick<StreamClient, 'act'>, after: (delayMs: number, callback: () => void) => () => void) {
    this.#stream = stream;
    this.#after = after;
  }

  /**
   * Has something done in the chat; sent again with the same `id` it has no second effect. Settles with null when no
   * answer comes within `answeredWithinMs`, or none can come any more.
   */
  act(id: string, act: ChatAct): Promise<ChatOutcome> {
    return new Promise((resolve) => {
      // An earlier request with the same id ends as unanswered; the next answer belongs to the new one.
      this.done(id, null);
      const cancel = this.#after(answeredWithinMs, () => this.done(id, null));
      this.#waiting.set(id, (answer) => {
        cancel();
        resolve(answer);
      });
      const [oldest] = this.#waiting.keys();
      if (this.#waiting.size > actsMax && oldest !== undefined) this.done(oldest, null);
      if (!this.#stream.act(id, act)) this.done(id, null);
    });
  }

  done(id: string, answer: ChatOutcome): void {
    const settle = this.#waiting.get(id);
    this.#waiting.delete(id);
    settle?.(answer);
  }

  lost(): void {
    for (const id of this.#waiting.keys()) this.done(id, null);
  }
}
