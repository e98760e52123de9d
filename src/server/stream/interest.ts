import type { Topic } from '#protocol/core/stream/channels.ts';

/** Reports which pairs are watched: with the first subscription to a pair, and after the last. */
export class Interest {
  readonly #topicsOfPair = new Map<string, number>();
  readonly #onChange: (pair: string, watched: boolean) => void;

  constructor(onChange: (pair: string, watched: boolean) => void) {
    this.#onChange = onChange;
  }

  opened(topic: Topic): void {
    const pair = topic.split(':')[1];
    if (pair === undefined) return;
    const topics = this.#topicsOfPair.get(pair) ?? 0;
    this.#topicsOfPair.set(pair, topics + 1);
    if (topics === 0) this.#onChange(pair, true);
  }

  closed(topic: Topic): void {
    const pair = topic.split(':')[1];
    if (pair === undefined) return;
    const topics = (this.#topicsOfPair.get(pair) ?? 1) - 1;
    if (topics > 0) this.#topicsOfPair.set(pair, topics);
    else {
      this.#topicsOfPair.delete(pair);
      this.#onChange(pair, false);
    }
  }
}
