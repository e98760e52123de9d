import type { Level } from '../../../../protocol/entities/market.ts';
import { depthLevelsMax } from '../../../../protocol/limits.ts';
import type { Clock } from '../../../core/clock/clock.ts';
import { pairOfTopic, repeatAfterMs } from '../../../core/topics/pair-topic.ts';
import type { TopicSource } from '../../../core/topics/topic-source.ts';
import type { Market } from '../../candles/market.ts';
import type { Spot } from '../spot.ts';

export interface DepthDeps {
  readonly market: Pick<Market, 'has' | 'onUpdate'>;
  readonly clock: Clock;
  readonly spot: Pick<Spot, 'depth' | 'onEvents'>;
}

/** One side of the published book, which computes deltas to a new state. */
class PublishedSide {
  #levels = new Map<string, string>();

  /** Advances to `current` and returns the changed levels; removed ones have quantity `0`. */
  moveTo(current: readonly Level[]): Level[] {
    const next = new Map(current);
    const changes: Level[] = [];
    for (const [price, amount] of next) if (this.#levels.get(price) !== amount) changes.push([price, amount]);
    for (const price of this.#levels.keys()) if (!next.has(price)) changes.push([price, '0']);
    this.#levels = next;
    return changes;
  }

  levels(): Level[] {
    return [...this.#levels];
  }
}

/** `depth:PAIR`: the best levels of both sides, as the difference of two published states. */
export function depthTopic({ spot, market, clock }: DepthDeps): TopicSource<'depth'> {
  return {
    kind: 'depth',
    has: (topic) => market.has(pairOfTopic(topic)),
    open(topic, due) {
      const pair = pairOfTopic(topic);
      const bids = new PublishedSide();
      const asks = new PublishedSide();
      let publishedAtMs = clock();
      let touched = false;
      const publish = () => {
        const current = spot.depth(pair, depthLevelsMax);
        return { bids: bids.moveTo(current.bids), asks: asks.moveTo(current.asks) };
      };
      publish();
      const stops = [
        spot.onEvents((event) => {
          if (event.pair !== pair) return;
          touched = true;
          due();
        }),
        // The market's heartbeat: an unchanged book is published again.
        market.onUpdate((update) => {
          if (update.pair === pair) due();
        }),
      ];
      return {
        snapshot: () => ({ bids: bids.levels(), asks: asks.levels() }),
        take() {
          const repeat = clock() - publishedAtMs >= repeatAfterMs;
          if (!touched && !repeat) return null;
          touched = false;
          const changes = publish();
          if (changes.bids.length + changes.asks.length === 0 && !repeat) return null;
          publishedAtMs = clock();
          return changes;
        },
        close: () => stops.forEach((stop) => stop()),
      };
    },
  };
}
